// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The configuration file as used by commands.
package struct ConfigurationFile: Sendable, Equatable {
    /// The largest file, in bytes.
    package static let limit = 1 << 16

    /// The absolute path of the file.
    let path: String
    /// The path of the last valid text.
    private let lastGoodPath: String

    package init(path: String, lastGoodPath: String) {
        self.path = path
        self.lastGoodPath = lastGoodPath
    }

    /// The path of the text during editing, and while it is not valid.
    var draftPath: String { path + ".draft" }

    /// The path of the text from which the draft was begun.
    private var originPath: String { path + ".draft-of" }

    /// Returns the text, or `nil` if the file does not exist.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read, or contains bytes that would be lost in rewriting.
    func text() throws(CommandFailure) -> String? { try Self.text(path) }

    /// Returns the draft; `nil` if there is none.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read.
    func draft() throws(CommandFailure) -> String? { try Self.text(draftPath) }

    /// Replaces the file with a valid text, and stores that as the last valid one.
    ///
    /// - Throws: ``CommandFailure``; the file is then unchanged.
    func write(_ text: String) throws(CommandFailure) {
        try Self.write(text, path)
        // A running daemon does the same a moment later.
        try? Self.write(text, lastGoodPath)
    }

    /// Begins a draft.
    ///
    /// - Parameter origin: The text of the file; `nil` if there is no file.
    /// - Throws: ``CommandFailure``.
    func beginDraft(_ text: String, of origin: String?) throws(CommandFailure) {
        WholeFile.remove(originPath)
        if let origin { try Self.write(origin, originPath) }
        try Self.write(text, draftPath)
    }

    /// Returns the text of the file from which the draft was begun; `nil` if there was none.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read.
    func draftOrigin() throws(CommandFailure) -> String? { try Self.text(originPath) }

    func removeDraft() {
        WholeFile.remove(draftPath)
        WholeFile.remove(originPath)
    }

    /// The configuration in effect: the file, or the last valid one while the file is broken.
    var choice: ConfigurationChoice {
        ConfigurationChoice(Self.found(path), lastGood: Self.found(lastGoodPath))
    }

    private static func found(_ path: String) -> ConfigurationText {
        do throws(CommandFailure) {
            return try bytes(path).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .missing
        } catch {
            return .unreadable(error.message)
        }
    }

    private static func text(_ path: String) throws(CommandFailure) -> String? {
        guard let bytes = try bytes(path) else { return nil }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw CommandFailure(
            .failed,
            "\(path) is not entirely UTF-8, and the rest would be lost; save it as UTF-8 in an editor first")
    }

    private static func bytes(_ path: String) throws(CommandFailure) -> [UInt8]? {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path, limit: limit)
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
