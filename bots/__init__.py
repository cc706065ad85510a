"""Policies: baselines by rule, and lifted solutions."""
