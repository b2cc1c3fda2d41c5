"""What people do about a break: who owns it, how it is explained, settled or carried, and by which two of them."""
