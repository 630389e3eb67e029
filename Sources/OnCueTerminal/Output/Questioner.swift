// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc

/// Asks the person for what is not said on the command line: before something is done that cannot be undone, and for
/// what the list of processes must not show.
package protocol Questioner: Sendable {
    /// There is somebody who can answer.
    var canAsk: Bool { get }
    /// Waits for the answer; anything but a yes is a no.
    func confirms(_ question: String) -> Bool
    /// Waits for a line of standard input; the question is asked where somebody sits before it.
    ///
    /// - Returns: `nil` at the end of the input.
    func answer(to question: String) -> String?
}

extension Questioner {
    package func answer(to question: String) -> String? { nil }
}

/// Nobody is there.
package struct NoQuestioner: Questioner {
    package let canAsk = false

    package init() {}

    package func confirms(_ question: String) -> Bool { false }
}

/// Whoever sits before the terminal of the process.
struct TerminalQuestioner: Questioner {
    var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

    func confirms(_ question: String) -> Bool {
        DescriptorSink(descriptor: 2).write(TextLayout.printable(question) + " [y/N] ")
        let answer = readLine()?.lowercased().split(separator: " ").first ?? ""
        return answer == "y" || answer == "yes"
    }

    func answer(to question: String) -> String? {
        if canAsk { DescriptorSink(descriptor: 2).write(TextLayout.printable(question) + " ") }
        return readLine()
    }
}
