"""The cage: chips issued and redeemed, fills, drops and counts; what the whole house must add up to. Pure."""
