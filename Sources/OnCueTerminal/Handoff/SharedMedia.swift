// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime

/// The media that this machine shares with paired ones, as far as the configuration allows at the time of each request.
///
/// Files are identified by their tracks. The service determines the file of a track, and the opened file must be a
/// regular one inside a folder of the library.
actor SharedMedia: MediaSharing {
    /// The most files that are kept open, such as the one that plays elsewhere and the next.
    private static let heldLimit = 4

    private struct Held {
        var track: StableKey
        var file: SharedFile
        var kind: String
    }

    private let service: any CommandService
    private let configuration: ConfigurationFile
    private let executor = BlockingExecutor(label: "oncue.shared")
    /// The open files, the most recently read one last.
    private var held: [Held] = []

    init(service: any CommandService, configuration: ConfigurationFile) {
        (self.service, self.configuration) = (service, configuration)
    }

    func shares() async -> SharedParts {
        await executor.run { [configuration] in
            let settings = configuration.choice.configuration
            return SharedParts(files: settings.sharesFiles, library: settings.sharesLibrary)
        }
    }

    func piece(of track: StableKey, from offset: Int, count: Int) async throws(ServiceError) -> FilePiece {
        guard await shares().files else {
            held = []
            throw Self.refusal("its files", .shareFiles)
        }
        let known = held.first { $0.track == track }
        let found = if let known { known } else { try await open(track) }
        held.removeAll { $0.track == track }
        held = held.suffix(Self.heldLimit - 1) + [found]
        let read: (FileFingerprint, [UInt8])? = await executor.run {
            guard let before = found.file.fingerprint, offset < before.size else { return nil }
            let bytes = found.file.bytes(at: offset, count)
            return found.file.fingerprint == before ? (before, bytes) : nil
        }
        guard let (fingerprint, bytes) = read, bytes.count == min(count, Int(fingerprint.size) - offset) else {
            held.removeAll { $0.track == track }
            throw ServiceError(.notFound, "the file of this track ends before that, or was changed; begin again")
        }
        return FilePiece(
            size: Int(fingerprint.size), version: Self.version(fingerprint), kind: found.kind, bytes: bytes)
    }

    private func open(_ track: StableKey) async throws(ServiceError) -> Held {
        let reported = try await service.file(of: track.identifier(.track).description)
        let folders = try await service.libraryStatus().folders.compactMap(\.filePath)
        // Files outside the library are not shared, nor are other items that the text happens to name.
        guard reported.identifier == track.identifier(.track), let path = reported.location.filePath,
            let file = await executor.run({ SharedFile(path: path, inside: folders) })
        else {
            throw ServiceError(.notFound, "the file of this track is not in a folder of the library")
        }
        return Held(track: track, file: file, kind: FilePiece.kind(of: path))
    }

    // MARK: Library

    func rows(of item: ContentIdentifier?, from offset: Int, count: Int) async throws(ServiceError) -> SharedRows {
        guard await shares().library else { throw Self.refusal("its library", .shareLibrary) }
        guard let item else { return try await top(from: offset, count: count) }
        let listing = try await service.children(of: item.description, offset: offset, limit: count)
        return SharedRows(
            revision: Int(truncatingIfNeeded: listing.revision.number), total: listing.all ?? listing.total,
            rows: listing.items.map(SharedRow.init))
    }

    private func top(from offset: Int, count: Int) async throws(ServiceError) -> SharedRows {
        var (rows, revision) = ([SharedRow](), 0)
        for section in SharedTree.sections {
            // A missing section is left out.
            guard let (now, record) = try? await service.item(at: section.description),
                let row = SharedRow(record)
            else { continue }
            revision = Int(truncatingIfNeeded: now.number)
            rows.append(row)
        }
        return SharedRows(
            revision: revision, total: rows.count, rows: Array(rows.dropFirst(offset).prefix(count)))
    }

    func row(of item: ContentIdentifier) async throws(ServiceError) -> SharedRow {
        guard await shares().library else { throw Self.refusal("its library", .shareLibrary) }
        guard let row = SharedRow(try await service.item(at: item.description).1) else {
            throw ServiceError(.notFound, "\(item) is not shared")
        }
        return row
    }

    func picture(of item: ContentIdentifier) async throws(ServiceError) -> [UInt8] {
        guard await shares().library else { throw Self.refusal("its library", .shareLibrary) }
        let location = try await service.artwork(of: item.description, size: 512)
        let bytes = await executor.run {
            location.filePath.flatMap { BoundedFile.read($0, limit: SharedStep.pictureLimit) }
        }
        guard let bytes else { throw ServiceError(.notFound, "there is no picture of \(item)") }
        return bytes
    }

    /// Returns the error with the setting that is off.
    static func refusal(_ what: String, _ key: ConfigurationKey) -> ServiceError {
        ServiceError(
            .refused, "this machine does not share \(what); to allow it, there: oncue config set \(key.name) on")
    }

    private static func version(_ fingerprint: FileFingerprint) -> String {
        [UInt64(bitPattern: fingerprint.size), UInt64(bitPattern: fingerprint.modified), fingerprint.inode]
            .map { String($0, radix: 36) }.joined(separator: "-")
    }
}

extension SharedRow {
    /// Creates a row; `nil` for an item that is not shown to others.
    fileprivate init?(_ record: ContentRecord) {
        guard let identifier = ContentIdentifier(record.identifier), SharedTree.shows(identifier),
            record.isContainer || record.isPlayable, !record.title.isEmpty
        else { return nil }
        self.init(identifier: record.identifier, title: record.title.shortened(toBytes: Self.textLimit))
        subtitle = record.subtitle.shortened(toBytes: Self.textLimit)
        (isContainer, isPlayable, isExplicit) = (record.isContainer, record.isPlayable, record.isExplicit)
        (duration, childCount, hasPicture) = (record.duration, record.childCount, record.artwork != nil)
        part = record.rare.part
    }
}
