not a test
