# SPDX-License-Identifier: Apache-2.0
"""Makes the blogs of tests/data/corpus; make.py beside this folder runs it."""
