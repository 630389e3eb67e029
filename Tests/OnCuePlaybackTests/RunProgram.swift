// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import Testing

/// Runs a program to its end, away from the caller's actor, and returns its exit status.
@concurrent
func runProgram(_ arguments: [String]) async throws -> Int32 {
    var argv = arguments.map { strdup($0) } + [nil]
    defer { for text in argv { free(text) } }
    var number: pid_t = 0
    try #require(posix_spawnp(&number, arguments[0], nil, nil, &argv, environ) == 0)
    var status: Int32 = 0
    waitpid(number, &status, 0)
    return status
}
