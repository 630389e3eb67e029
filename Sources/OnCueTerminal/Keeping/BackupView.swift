// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// What a backup is, in sentences.
struct BackupView {
    /// As the daemon's program has written it.
    let value: JSONValue

    /// - Throws: ``CommandFailure`` for a text that is none of the program's.
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

    /// Where what there was is kept.
    var kept: String? { value["kept"]?.stringValue }

    /// The folders of the library, as paths.
    var folders: [String] {
        (value["folders"]?.arrayValue ?? []).compactMap {
            $0.stringValue.flatMap { MediaLocation(uri: $0)?.description }
        }
    }
}
