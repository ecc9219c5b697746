"""The pages and their API: they show views of the situation, and post inputs. Nothing here decides anything."""
