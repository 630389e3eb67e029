// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The locations of the configuration file and of the copy of its last valid version. All methods block.
struct ConfigurationStore: Sendable {
    /// The size in bytes above which a file is not read as a configuration.
    private static let limit = 1 << 16

    let path: String
    private let lastGoodPath: String

    init(_ directories: UserDirectories) {
        path = directories.configurationFile
        lastGoodPath = directories.lastGoodConfiguration
    }

    /// Returns the configuration in effect.
    func load() -> ConfigurationChoice {
        ConfigurationChoice(Self.text(path), lastGood: Self.text(lastGoodPath))
    }

    /// Returns whether the file has been unchanged for long enough that its text is complete.
    func rests(for time: Duration) -> Bool { WholeFile.rests(path, for: time) }

    /// Saves the text to use at a start at which the file is broken.
    ///
    /// - Throws: ``WholeFile/Failure`` if it cannot be saved.
    func keep(_ choice: ConfigurationChoice) throws(WholeFile.Failure) {
        guard choice.isFromFile else { return }
        guard let text = choice.goodText else { return WholeFile.remove(lastGoodPath) }
        guard Self.text(lastGoodPath) != .text(text) else { return }
        try WholeFile.replace(lastGoodPath, with: Array(text.utf8))
    }

    /// Returns the files whose changes affect the configuration: the file, whose folder is created, and its target if
    /// it is a link. Empty if its folder cannot be created.
    func watchable() -> [String] {
        guard let slash = path.lastIndex(of: "/"), PrivateDirectory.make(String(path[..<slash])) else { return [] }
        let target = WholeFile.resolved(path)
        return [path] + (target.map { $0 == path ? [] : [$0] } ?? [])
    }

    private static func text(_ path: String) -> ConfigurationText {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path, limit: limit).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .missing
        } catch {
            return .unreadable(error.message)
        }
    }
}
