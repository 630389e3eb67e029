// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

/// Tests against sound servers.
@Suite(.serialized, .steadyMachine)
struct SoundServerTests {}
