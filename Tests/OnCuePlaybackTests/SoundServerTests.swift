// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

/// Tests against sound servers, one after the other: several servers at a time would miss their deadlines.
@Suite(.serialized, .steadyMachine)
struct SoundServerTests {}
