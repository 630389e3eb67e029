// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore

/// The CUE sheets of one folder, and the media that they may describe.
///
/// A medium is read again when the stamp of its folder changes: a sheet that is added, changed or removed may change
/// every medium in the folder.
struct FolderSheets: Sendable, Equatable {
    /// A hash of names and fingerprints; 0 means that there are no sheets.
    let stamp: Int64
    /// Names of the sheets.
    let names: [[UInt8]]
    /// The names of the media in the same folder.
    let media: Set<[UInt8]>

    /// - Parameters:
    ///   - sheets: At least one.
    ///   - media: The media files of the folder.
    init(_ sheets: [FoundFile], media: [FoundFile]) {
        var bytes: [UInt8] = []
        for sheet in sheets {
            bytes += sheet.name + [0]
            let mark = sheet.fingerprint
            for number in [UInt64(bitPattern: mark.size), UInt64(bitPattern: mark.modified), mark.inode] {
                withUnsafeBytes(of: number) { bytes += $0 }
            }
        }
        let number = StableKey(hashing: bytes).number
        stamp = number == 0 ? 1 : number
        names = sheets.map(\.name)
        self.media = Set(media.map(\.name))
    }
}
