// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A database that a newer program wrote, with messages about it.
package struct NewerSchema: Sendable, Equatable {
    package var path: String
    package var found: Int
    package var known: Int
    /// The copy from before the upgrade, if there is one that this program can read.
    package var copy: String?

    /// Checks for the copy. Blocks.
    package init(path: String, found: Int, known: Int, isPrecious: Bool) {
        (self.path, self.found, self.known) = (path, found, known)
        copy = isPrecious ? UpgradeCopies(of: path).best(known: known, found: found) : nil
    }

    /// A description of the problem.
    package var fact: String {
        "\(path) has version \(found), but this OnCue supports versions up to \(known), so it was left alone"
    }

    /// The next step.
    package var advice: String {
        let word = Self.quoted(path)
        // The log belongs to the database; it only remains after a kill.
        let aside =
            "oncue quit && touch \(word)-wal && mv \(word) \(word).newer && mv \(word)-wal \(word).newer-wal"
        let way =
            copy.map { "return to the copy from before the upgrade: \(aside) && cp \(Self.quoted($0)) \(word)" }
            ?? "start without its contents: \(aside)"
        return "install the newer OnCue again, or " + way
    }

    /// Returns a path as one word for a shell.
    private static func quoted(_ path: String) -> String {
        if path.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }) { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    package var sentence: String { fact + "; " + advice }
}
