# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""The parts of Scripts/make-media: sound, instruments, pieces, covers, tags, encoders."""
