// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Keeps the chosen outputs in a small file, with two lines each: the identifier and the title.
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
            guard lines.count % 2 == 0, lines.count <= 2 * OutputSelection.limit else { return .followDefault }
            return OutputSelection(
                stride(from: 0, to: lines.count, by: 2).map { index in
                    ChosenOutput(identifier: String(lines[index]), title: String(lines[index + 1]))
                })
        }
    }

    package func save(_ selection: OutputSelection) async -> Bool {
        await executor.run { [path] in
            guard selection != .followDefault else {
                try? FileManager.default.removeItem(atPath: path)
                return !FileManager.default.fileExists(atPath: path)
            }
            let text = selection.outputs.map { Self.line($0.identifier) + Self.line($0.title) }.joined()
            return (try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
        }
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }) + "\n"
    }
}
