// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueTerminal

StandardDescriptors.complete()
Program.runProcess()
