// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore

/// A description of a backup in sentences.
struct BackupView {
    /// The output of the daemon's program.
    let value: JSONValue

    /// - Throws: ``CommandFailure`` for a text that is not output of the program.
    init(_ text: String) throws(CommandFailure) {
        guard let value = try? JSONValue(parsing: text), value["holds"] != nil else {
            throw CommandFailure(
                .failed, "oncued did not report what it did; check that oncue and oncued have the same version")
        }
        self.value = value
    }

    var file: String { value["file"]?.stringValue ?? "" }

    /// `41 KB`
    var size: String {
        let bytes = value["size"]?.intValue ?? 0
        return bytes < 1_000_000 ? "\((bytes + 999) / 1000) KB" : "\((bytes + 500_000) / 1_000_000) MB"
    }

    var holds: [String] { ErasureView.phrases(value["holds"]).map { "Contains " + $0 } }

    /// The location of the replaced data.
    var kept: String? { value["kept"]?.stringValue }

    /// The folders of the library, as paths.
    var folders: [String] {
        (value["folders"]?.arrayValue ?? []).compactMap {
            $0.stringValue.flatMap { MediaLocation(uri: $0)?.description }
        }
    }
}
