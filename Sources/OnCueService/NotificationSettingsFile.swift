// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Saves the notification settings in a small file: the mode for tracks, and `controls` if they are enabled.
///
/// It is written as a whole and renamed into place; it does not exist while everything is off.
struct NotificationSettingsFile: NotificationSettingsStoring {
    private static let controls = "controls"
    private let path: String
    private let executor = BlockingExecutor(label: "oncue.notifications-file")

    /// - Parameter path: The absolute path of the file, whose folder must exist.
    init(path: String) {
        self.path = path
    }

    func load() async -> NotificationSettings {
        await executor.run { [path] in
            guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 10 else { return .off }
            let words = String(decoding: data, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
            return NotificationSettings(
                tracks: words.first.flatMap(NotificationSettings.Tracks.init) ?? .off,
                controls: words.dropFirst().contains(Self.controls))
        }
    }

    func save(_ settings: NotificationSettings) async -> Bool {
        await executor.run { [path] in
            guard settings != .off else {
                try? FileManager.default.removeItem(atPath: path)
                return !FileManager.default.fileExists(atPath: path)
            }
            let text = settings.tracks.rawValue + (settings.controls ? " " + Self.controls : "") + "\n"
            return (try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
        }
    }
}
