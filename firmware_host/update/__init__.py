"""A new version from one signed file: installed beside the old one, switched to by one rename, and back if need be."""
