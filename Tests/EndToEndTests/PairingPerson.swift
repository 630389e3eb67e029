// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport

/// A terminal at which a person pairs a machine.
struct PairingPerson {
    let terminal: PseudoTerminal
    let process: ChildProcess

    init(_ machine: Machine, _ words: [String]) throws {
        terminal = try PseudoTerminal(width: 100, height: 30)
        // What is said and asked is on the terminal, too.
        let words = ["-c", "exec \"$0\" \"$@\" 2>&1"] + machine.words("oncue") + ["handoff", "pair"] + words
        process = try ChildProcess(
            "/bin/sh", words: words.map { Array($0.utf8) }, environment: machine.environment, directory: nil,
            terminal: terminal.programEnd)
    }

    /// The digits, as soon as they are shown.
    func digits() async throws -> String {
        let screen = try await terminal.wait("the question") { $0.hasLine("show the same?") }
        let lines = screen.lines.flatMap { $0.split(whereSeparator: \.isNewline) }.map { $0.split(separator: " ") }
        return lines.first { $0.count == 2 && $0.allSatisfy { $0.count == 3 && Int($0) != nil } }?
            .joined(separator: " ") ?? ""
    }

    /// Waits until the machine can be found by others.
    func waitUntilWaiting() async throws {
        try await terminal.wait("it waits") { $0.hasLine("Waiting for 2 minutes") }
    }
}
