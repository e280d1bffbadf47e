# SPDX-License-Identifier: Apache-2.0
"""Blogs made for classes of pages, with their truth. class_variants.py measures how many are read right."""
