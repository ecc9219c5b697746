"""Many tables: what each tells a broker, and the page on which a chain sees all of them.

A table goes on alone whatever happens to the network. What it tells is the public view: what anybody who stands
beside it can see.
"""
