// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Short encoded sounds that get other tags; so no encoder is needed.
struct SeedFiles {
    enum Format: String, CaseIterable {
        case mp3
        case flac
        case ogg
        case opus
    }

    /// MPEG frames without tags.
    private let mpeg: [UInt8]
    /// The header with the format, and everything behind the metadata.
    private let flac: (streamInfo: [UInt8], frames: [UInt8])
    private let vorbis: OggSeed
    private let opus: OggSeed

    /// Reads the seeds from the test fixtures.
    ///
    /// - Parameter tellsLength: Whether MP3 files begin with a Xing header; some players take no others that are short.
    init(folder: String, tellsLength: Bool = false) throws(BenchError) {
        mpeg =
            tellsLength
            ? ID3Tag.contentBehind(try Files.bytes(folder + "/full.mp3"))
            : try Files.bytes(folder + "/untagged.mp3")
        flac = try Self.split(try Files.bytes(folder + "/untagged.flac"))
        vorbis = try OggSeed(try Files.bytes(folder + "/untagged.ogg"), headerCount: 3)
        opus = try OggSeed(try Files.bytes(folder + "/full.opus"), headerCount: 2)
    }

    /// A whole file with these tags; Ogg files go without the picture.
    func file(_ format: Format, _ tags: CorpusTags, picture: [UInt8]?) throws(BenchError) -> [UInt8] {
        switch format {
        case .mp3: ID3Tag.bytes(tags, picture: picture) + mpeg
        case .flac: flacFile(tags, picture: picture)
        case .ogg: try vorbis.file(comment: [3] + Array("vorbis".utf8) + tags.commentBlock + [1])
        case .opus: try opus.file(comment: Array("OpusTags".utf8) + tags.commentBlock)
        }
    }

    private func flacFile(_ tags: CorpusTags, picture: [UInt8]?) -> [UInt8] {
        var file = Array("fLaC".utf8) + Self.block(0, flac.streamInfo)
        file += Self.block(4, tags.commentBlock, isLast: picture == nil)
        if let picture {
            let mime = Array("image/jpeg".utf8)
            let size = BigEndian.bytes(300)
            // Type, MIME type, description, width, height, depth, colours, data (FLAC format, PICTURE).
            let words = BigEndian.bytes(3) + BigEndian.bytes(mime.count) + mime + BigEndian.bytes(0) + size + size
            let rest = BigEndian.bytes(24) + BigEndian.bytes(0) + BigEndian.bytes(picture.count) + picture
            file += Self.block(6, words + rest, isLast: true)
        }
        return file + flac.frames
    }

    private static func block(_ type: UInt8, _ content: [UInt8], isLast: Bool = false) -> [UInt8] {
        [type | (isLast ? 0x80 : 0)] + BigEndian.bytes(content.count).dropFirst() + content
    }

    private static func split(_ file: [UInt8]) throws(BenchError) -> (streamInfo: [UInt8], frames: [UInt8]) {
        guard file.starts(with: "fLaC".utf8), file.count > 42 else { throw BenchError("untagged.flac is no FLAC file") }
        var place = 4
        while place + 4 <= file.count {
            let isLast = file[place] & 0x80 != 0
            let length = Int(file[place + 1]) << 16 | Int(file[place + 2]) << 8 | Int(file[place + 3])
            place += 4 + length
            if isLast && place <= file.count { return (Array(file[8..<42]), Array(file[place...])) }
        }
        throw BenchError("untagged.flac ends too early")
    }
}

/// Numbers with the most significant byte first.
enum BigEndian {
    /// Four bytes.
    static func bytes(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
    }
}
