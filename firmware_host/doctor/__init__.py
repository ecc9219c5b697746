"""`drover doctor`: everything that a table needs, each looked at, with what to do where it is not well."""
