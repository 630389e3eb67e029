// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The configuration file as commands see it.
package struct ConfigurationFile: Sendable, Equatable {
    /// A larger file is none.
    package static let limit = 1 << 16

    /// Where it is; absolute.
    let path: String
    /// Where the text is that was good last.
    private let lastGoodPath: String

    package init(path: String, lastGoodPath: String) {
        self.path = path
        self.lastGoodPath = lastGoodPath
    }

    /// Where the text is while a person edits it, and as long as it is not good.
    var draftPath: String { path + ".draft" }

    /// The text; `nil` when there is no file.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    func text() throws(CommandFailure) -> String? { try Self.text(path) }

    /// The draft; `nil` when there is none.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    func draft() throws(CommandFailure) -> String? { try Self.text(draftPath) }

    /// Replaces the file by a text that is good, and remembers it as that.
    ///
    /// - Throws: ``CommandFailure``; the file is as it was then.
    func write(_ text: String) throws(CommandFailure) {
        try Self.write(text, path)
        // A daemon that runs does so, too, a moment later.
        try? Self.write(text, lastGoodPath)
    }

    /// - Throws: ``CommandFailure``.
    func writeDraft(_ text: String) throws(CommandFailure) { try Self.write(text, draftPath) }

    func removeDraft() { WholeFile.remove(draftPath) }

    /// What counts: the file, or as long as it is broken, what was good last.
    var choice: ConfigurationChoice {
        ConfigurationChoice(Self.found(path), lastGood: Self.found(lastGoodPath))
    }

    private static func found(_ path: String) -> ConfigurationText {
        do throws(CommandFailure) {
            return try text(path).map { .text($0) } ?? .missing
        } catch {
            return .unreadable(error.message)
        }
    }

    private static func text(_ path: String) throws(CommandFailure) -> String? {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            throw CommandFailure(.failed, error.message)
        }
    }

    private static func write(_ text: String, _ path: String) throws(CommandFailure) {
        do throws(WholeFile.Failure) {
            try WholeFile.replace(path, with: Array(text.utf8))
        } catch {
            throw CommandFailure(.failed, error.message)
        }
    }
}
