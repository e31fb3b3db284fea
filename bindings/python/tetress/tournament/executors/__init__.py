# SPDX-License-Identifier: MIT
"""Where games are played: behind one interface, in processes of this machine or on a cluster."""
