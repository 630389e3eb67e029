// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Keeps the chosen output in a small file: its identifier and its title, a line each.
///
/// It is written whole and renamed into place. A file that cannot be read means the default.
package struct OutputSelectionFile: OutputSelectionStoring {
    private let path: String
    private let executor = BlockingExecutor(label: "oncue.output-file", qos: .utility)

    /// - Parameter path: Absolute path of the file, whose folder must be there.
    package init(path: String) {
        self.path = path
    }

    package func load() async -> OutputSelection {
        await executor.run { [path] in
            guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 16 else {
                return .followDefault
            }
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            guard lines.count == 2 else { return .followDefault }
            return .device(identifier: String(lines[0]), title: String(lines[1]))
        }
    }

    package func save(_ selection: OutputSelection) async -> Bool {
        await executor.run { [path] in
            guard case .device(let identifier, let title) = selection else {
                try? FileManager.default.removeItem(atPath: path)
                return !FileManager.default.fileExists(atPath: path)
            }
            let text = Self.line(identifier) + Self.line(title)
            return (try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
        }
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }) + "\n"
    }
}
