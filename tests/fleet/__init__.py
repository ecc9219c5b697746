"""Many tables, against real brokers and databases."""
