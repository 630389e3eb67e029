// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
package import OnCueCore
internal import OnCueSession
internal import TagReading

/// Reports on local files, which worker processes open.
package struct FileReports: FileReporting {
    private let questions: FileQuestions

    /// - Parameter workers: The processes that open the files.
    package init(workers: MediaWorkers) {
        questions = FileQuestions(workers, label: "oncue.files")
    }

    package func report(onFileAt location: MediaLocation) async throws(ContentError) -> FileReport {
        guard let path = location.filePath else {
            throw ContentError(.refused, "\(location) is not a file on this machine")
        }
        switch await questions.answer(to: .file(path: path)) {
        case .success(.file(let facts)): return report(facts, path)
        case .success(.failure(let error)):
            throw ContentError(.unreadable, "cannot read \"\(location)\": \(error.reason)")
        case .success: throw ContentError(.unreadable, "cannot read \"\(location)\"")
        case .failure(let error): throw error.trouble.error(to: "read", location)
        }
    }

    private func report(_ facts: FileFacts, _ path: [UInt8]) -> FileReport {
        var report = FileReport()
        let tags = facts.tags
        report.tags = facts.properties.map { FileReport.Tag($0.name, $0.value) }
        (report.duration, report.sampleRate, report.channelCount) = (tags.duration, tags.sampleRate, tags.channels)
        report.bitRate = tags.bitRate.map { $0 * 1000 }
        let gain = tags.loudness
        if gain.trackGain != nil || gain.albumGain != nil {
            report.replayGain = ReplayGain(
                trackGain: gain.trackGain, trackPeak: gain.trackPeak, albumGain: gain.albumGain,
                albumPeak: gain.albumPeak)
        }
        if tags.hasPicture {
            report.picture = .tags
        } else if !facts.picture.isEmpty {
            report.picture = .file(MediaLocation(filePath: facts.picture))
        }
        report.lyrics = facts.lyrics
        (report.size, report.modified) = (facts.size, facts.modified)
        return report
    }
}

/// The facts that a worker finds out about a file.
struct FileFacts {
    /// The maximum size of the texts in tags, in bytes.
    static let textLimit = 512 << 10

    var tags: FileTags
    var properties: [TagReader.Property]
    /// The source of the lyrics that are shown; `nil` if there are none.
    var lyrics: FoundLyrics.Source?
    /// The path of a picture next to the file; empty if there is none.
    var picture: [UInt8]
    var size: Int64
    var modified: Int64

    init(
        tags: FileTags, properties: [TagReader.Property], lyrics: FoundLyrics.Source?, picture: [UInt8], size: Int64,
        modified: Int64
    ) {
        self.tags = tags
        self.properties = properties
        self.lyrics = lyrics
        self.picture = picture
        self.size = size
        self.modified = modified
    }

    /// Reads a file. Blocks.
    init(ofFileAt path: [UInt8]) throws(TagReadError) {
        let tags = try TagReader.tags(ofFileAt: path)
        var status = stat()
        let isThere = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) == 0 } ?? false
        }
        self.init(
            tags: tags, properties: (try? TagReader.properties(ofFileAt: path, limit: Self.textLimit)) ?? [],
            lyrics: FileLyrics.best(LyricsTexts(ofFileAt: path))?.source,
            picture: tags.hasPicture ? [] : SidecarPicture.path(besideFileAt: path) ?? [],
            size: isThere ? Int64(status.st_size) : 0, modified: isThere ? Int64(status.st_mtim.tv_sec) : 0)
    }
}

// MARK: On the wire

extension FileFacts {
    func write(to wire: inout WireWriter) {
        wire.put(UInt32(properties.count))
        for property in properties {
            wire.put(blob: Array(property.name.utf8))
            wire.put(blob: Array(property.value.utf8))
        }
        wire.put(text: lyrics?.rawValue ?? "")
        wire.put(blob: picture)
        wire.put(UInt64(bitPattern: size))
        wire.put(UInt64(bitPattern: modified))
        tags.write(to: &wire)
    }

    /// Reads facts from a message; `nil` if they are malformed.
    init?(_ wire: inout WireReader) {
        var properties: [TagReader.Property] = []
        for _ in 0..<wire.number(UInt32.self) {
            guard !wire.isBroken else { return nil }
            properties.append(TagReader.Property(wire.text(), wire.text()))
        }
        let lyrics = FoundLyrics.Source(rawValue: wire.text())
        let picture = Array(wire.blob())
        let size = Int64(bitPattern: wire.number(UInt64.self))
        let modified = Int64(bitPattern: wire.number(UInt64.self))
        guard let tags = FileTags(&wire) else { return nil }
        self.init(
            tags: tags, properties: properties, lyrics: lyrics, picture: picture, size: size, modified: modified)
    }
}
