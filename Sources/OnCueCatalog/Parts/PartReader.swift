// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import PlaylistFormats
internal import TagReading

/// Determines whether a medium is one track or several, by the CUE sheet in it, otherwise by one in its folder.
///
/// Reads sheets, so it belongs to a thread that may block; the sheets of the last folder are remembered.
struct PartReader {
    /// The size, in bytes, above which a file is not read as a sheet.
    private static let sizeLimit = 1 << 20

    private var last: (folder: [UInt8], stamp: Int64, sheets: [CueSheet], names: [[UInt8]])?

    /// Returns the tracks of a file that was read.
    mutating func outcome(of file: PlannedFile, _ tags: FileTags) -> ScannedFile.Outcome {
        let stamp = file.sheets?.stamp ?? 0
        var records = records(of: tags, folder: file.folder, name: file.name, sheets: file.sheets)
        for index in records.indices { records[index].sheets = stamp }
        return records.count == 1 && records[0].part == nil ? .track(records[0]) : .parts(records)
    }

    /// Returns the records of a file; at least one.
    mutating func records(
        of tags: FileTags, folder: [UInt8], name: [UInt8], sheets: FolderSheets?
    ) -> [TrackRecord] {
        let division =
            tags.cueSheet.flatMap { MediumDivision(inside: $0) }
            ?? sheets.flatMap {
                findDivision(folder: folder, name: name, $0)
            }
        var tags = tags
        tags.cueSheet = nil
        let records = division?.records(tags, folder: folder, name: name) ?? []
        return records.isEmpty ? [TrackRecord(tags, folder: folder, name: name)] : records
    }

    private mutating func findDivision(folder: [UInt8], name: [UInt8], _ sheets: FolderSheets) -> MediumDivision? {
        if last?.folder != folder || last?.stamp != sheets.stamp {
            let read = sheets.names.map { name in
                CueSheetReader.read(BoundedFile.read(PathBytes.joined(folder, name), limit: Self.sizeLimit) ?? [])
            }
            last = (folder, sheets.stamp, read, sheets.names)
        }
        for (sheet, sheetName) in zip(last?.sheets ?? [], last?.names ?? []) {
            let division = MediumDivision(
                sheet, at: PathBytes.joined(folder, sheetName), of: PathBytes.joined(folder, name),
                media: sheets.media)
            if let division { return division }
        }
        return nil
    }
}
