// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

exit(await BenchProgram.run(Array(CommandLine.arguments.dropFirst())))
