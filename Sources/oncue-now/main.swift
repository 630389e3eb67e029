// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

if let answer = ShortWay.answer(), StandardOutput.write(answer) { ShortWay.end() }
Commands.run()
