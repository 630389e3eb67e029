// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// A picture that a client reads in parts. Little of it is kept in memory in between.
struct Picture: Sendable {
    var uri: String
    var isEmbedded: Bool
    var path: String
    /// The file that was at the path when it was first read.
    private var file: File
    var size: Int { file.size }
    /// The media type, such as `image/png`, if it is known.
    var type: String?

    /// The bytes that were read ahead: parts are small, and requested one after the other.
    private var ahead: [UInt8] = []
    private var aheadOffset = 0

    private static let largestAhead = 64 << 10
    /// The size of the largest picture that is sent, in bytes.
    private static let largest = 32 << 20
    /// The properties by which a different file in its place is recognised.
    private struct File: Equatable {
        var device: UInt64
        var number: UInt64
        var size: Int
        /// The time of the last change, in seconds and nanoseconds.
        var modified: [Int]
    }

    /// The names that MPD 0.23 looks for in the folder of a song, in order of preference.
    private static let covers = ["cover.png", "cover.jpg", "cover.webp"]

    /// Reads the beginning of the file. Blocks.
    ///
    /// - Returns: `nil` if there is no such file.
    init?(_ uri: String, isEmbedded: Bool, path: String) {
        guard let (file, start) = Self.read(path, from: 0, Self.largestAhead), file.size <= Self.largest else {
            return nil
        }
        self.init(uri, isEmbedded: isEmbedded, path: path, file, start)
    }

    private init?(_ uri: String, isEmbedded: Bool, path: String, _ file: File, _ start: [UInt8]) {
        guard file.size > 0, start.count >= min(file.size, Self.largestAhead) else { return nil }
        (self.uri, self.isEmbedded, self.path, self.file) = (uri, isEmbedded, path, file)
        type = Self.type(of: start)
        ahead = Array(start.prefix(Self.largestAhead))
    }

    /// Returns the cover in the folder of a song, where MPD looks for it. Blocks.
    ///
    /// - Parameter folder: An absolute path.
    /// - Returns: The cover, or `nil` if there is none that may be passed to other programs as it is: the file is not a
    ///   picture, has too many pixels, or contains more than a picture. The service makes a picture of such a file, or
    ///   finds another one.
    static func cover(_ uri: String, in folder: [UInt8]) -> Picture? {
        let folder = String(decoding: folder, as: UTF8.self)
        for path in covers.map({ folder + "/" + $0 }) {
            // The whole file is checked, since more may follow the end of a picture; only its beginning is kept.
            guard let (file, bytes) = read(path, from: 0, largest), bytes.count == file.size,
                PictureHeader(bytes)?.isHarmless == true
            else { continue }
            return Picture(uri, isEmbedded: false, path: path, file, bytes)
        }
        return nil
    }

    /// Returns a part that has already been read.
    func known(from offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        let (start, count) = (offset - aheadOffset, min(count, size - offset))
        return start >= 0 && start + count <= ahead.count ? ahead[start..<(start + count)] : nil
    }

    /// Releases the bytes that were read ahead, as the client will probably request no more.
    mutating func forget() { ahead = [] }

    /// Reads a part, and the bytes after it.
    ///
    /// - Returns: The picture with these bytes, or `nil` if the file has gone or is a different one now.
    func read(from offset: Int, _ count: Int) -> Picture? {
        let count = min(max(count, Self.largestAhead), size - offset)
        guard let found = Self.read(path, from: offset, count), found.file == file, found.bytes.count == count else {
            return nil
        }
        var picture = self
        (picture.ahead, picture.aheadOffset) = (found.bytes, offset)
        return picture
    }

    private static func read(_ path: String, from offset: Int, _ count: Int) -> (file: File, bytes: [UInt8])? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let count = min(count, max(0, Int(status.st_size) - offset))
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while done < count {
                let got = pread(file, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                done += got
            }
            length = done
        }
        let identity = File(
            device: UInt64(status.st_dev), number: UInt64(status.st_ino), size: Int(status.st_size),
            modified: [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)])
        return (identity, bytes)
    }

    /// Returns the media type of a file from its first bytes.
    private static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        if bytes.starts(with: Array("RIFF".utf8)) { return "image/webp" }
        return nil
    }
}

/// Pictures of songs.
extension Session {
    func picture(_ words: [String], isEmbedded: Bool) async throws {
        let offset = try ArgumentNumber.count(words[1])
        if picture?.uri != words[0] || picture?.isEmbedded != isEmbedded || offset == 0 {
            picture = try await load(words[0], isEmbedded: isEmbedded)
        }
        guard let picture else {
            if isEmbedded { return }
            throw CommandRefusal(.notThere, "No file exists")
        }
        guard offset <= picture.size else {
            throw CommandRefusal(.argument, isEmbedded ? "Bad file offset" : "Offset too large")
        }
        if picture.known(from: offset, binaryLimit) == nil {
            let limit = binaryLimit
            self.picture = await Background.files.run { picture.read(from: offset, limit) }
        }
        guard let part = self.picture?.known(from: offset, binaryLimit) else {
            throw CommandRefusal(.system, "The picture has changed")
        }
        reply.add("size", picture.size)
        if isEmbedded, let type = picture.type { reply.add("type", type) }
        reply.addBinary(part)
        if offset + part.count == picture.size { self.picture?.forget() }
    }

    private func load(_ uri: String, isEmbedded: Bool) async throws -> Picture? {
        let song: Song
        do { song = try await self.song(at: uri) } catch let refusal as CommandRefusal {
            throw isEmbedded ? refusal : CommandRefusal(.notThere, "No file exists")
        }
        if !isEmbedded, let cover = try await cover(of: song, uri) { return cover }
        if song.identifier.hasPrefix("track:") {
            // A picture that OnCue draws for a song without one is not a picture of the song.
            guard let found = try await service.file(of: song.identifier).report.picture else { return nil }
            if isEmbedded, found != .tags { return nil }
        }
        guard let path = try await service.artwork(of: song.identifier, size: nil).filePath else { return nil }
        let file = String(decoding: path, as: UTF8.self)
        return await Background.files.run { Picture(uri, isEmbedded: isEmbedded, path: file) }
    }

    /// Returns the cover file in the folder of a song of the library, without asking the service.
    private func cover(of song: Song, _ uri: String) async throws -> Picture? {
        guard song.identifier.hasPrefix("track:") else { return nil }
        let folder = song.uri.split(separator: "/").dropLast().joined(separator: "/")
        let folders = try await mirror.songs().folders.folders(at: folder)
        guard folders.count == 1 else { return nil }
        return await Background.files.run { Picture.cover(uri, in: folders[0]) }
    }
}
