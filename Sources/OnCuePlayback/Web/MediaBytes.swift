// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import HTTPClient
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// Opens media for a player elsewhere: local files, and everything on the web through the reader that decks use.
@MediaActor
package final class MediaBytes: MediaReading {
    private let web: WebMedia

    package init(web: WebMedia) { self.web = web }

    package func open(_ location: MediaLocation) async throws(PlaybackError) -> any ReadableMedium {
        guard let path = location.filePath else { return try await WebMedium.open(location, web) }
        let executor = BlockingExecutor(label: "oncue.media")
        let name = location.shownURI
        let file = await executor.run { PlainFile(path: path) }
        guard let file else {
            throw PlaybackError(.notFound, "cannot open \(name): it is gone, or cannot be read")
        }
        guard let type = MediaSignature.of(await executor.run { file.bytes(at: 0, MediaSignature.needed) }) else {
            throw PlaybackError(.notPlayable, "a browser cannot play \(name): its format is not known")
        }
        return FileMedium(file, executor, type: type)
    }
}

/// A regular file, whatever links lead to it.
private final class PlainFile: Sendable {
    private let descriptor: Int32
    let size: Int

    /// `nil` when it cannot be read. Blocks.
    init?(path: [UInt8]) {
        let descriptor = Glibc.open(
            path.map(CChar.init(bitPattern:)) + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        (self.descriptor, size) = (descriptor, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// Returns up to `count` bytes; fewer at the end. Blocks.
    func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) { buffer, done in
            done = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
        }
    }
}

@MediaActor
private final class FileMedium: ReadableMedium {
    var onTitle: (@MediaActor (String) -> Void)?
    private let file: PlainFile
    private let executor: BlockingExecutor
    private let type: String

    init(_ file: PlainFile, _ executor: BlockingExecutor, type: String) {
        (self.file, self.executor, self.type) = (file, executor, type)
    }

    func piece(at offset: UInt64, length: Int) async throws(PlaybackError) -> MediaPiece {
        let bytes = await executor.run { [file] in file.bytes(at: Int(clamping: offset), length) }
        return MediaPiece(bytes, of: UInt64(file.size), type: type)
    }
}

/// A medium on a web server, or one that is fetched from a paired machine.
@MediaActor
private final class WebMedium: ReadableMedium {
    var onTitle: (@MediaActor (String) -> Void)?
    private let location: MediaLocation
    private let web: WebMedia
    private let executor = BlockingExecutor(label: "oncue.media")
    private var file: RemoteFile
    private var facts: RemoteFile.Facts
    private let type: String
    /// The position up to which a medium without an end was read.
    private var place: UInt64 = 0

    private init(
        _ location: MediaLocation, _ web: WebMedia, _ file: RemoteFile, _ facts: RemoteFile.Facts, _ type: String
    ) {
        (self.location, self.web, self.file, self.facts, self.type) = (location, web, file, facts, type)
        listen()
    }

    isolated deinit { file.close() }

    static func open(_ location: MediaLocation, _ web: WebMedia) async throws(PlaybackError) -> WebMedium {
        let (file, facts) = try await begin(location, web)
        var type = facts.contentType
        if !MediaSignature.isPlayed(type) {
            let executor = BlockingExecutor(label: "oncue.media")
            let first = await executor.run { Self.read(file, 0, MediaSignature.needed) }
            guard let found = MediaSignature.of((try? first.get()) ?? []) else {
                file.close()
                throw PlaybackError(
                    .notPlayable, "a browser cannot play \(location.shownURI), whose type is \(type)")
            }
            type = found
        }
        return WebMedium(location, web, file, facts, type)
    }

    private static func begin(
        _ location: MediaLocation, _ web: WebMedia
    ) async throws(PlaybackError) -> (RemoteFile, RemoteFile.Facts) {
        let file = web.file(at: location)
        do throws(HTTPError) { return (file, try await file.open()) } catch {
            file.close()
            throw PlaybackError(.network, error.message)
        }
    }

    private func listen() {
        file.onTitle { [weak self] title in Task { @MediaActor in self?.onTitle?(title) } }
    }

    func piece(at offset: UInt64, length: Int) async throws(PlaybackError) -> MediaPiece {
        if facts.size == nil, offset != place {
            // Data that was sent is not kept.
            guard offset == 0 else { throw PlaybackError(.notPlayable, "\(location.shownURI) cannot be jumped in") }
            file.close()
            (file, facts) = try await Self.begin(location, web)
            place = 0
            listen()
        }
        let result = await executor.run { [file] in Self.read(file, Int(clamping: offset), length) }
        let bytes: [UInt8]
        switch result {
        case .success(let read): bytes = read
        case .failure(let error): throw error
        }
        place = offset + UInt64(bytes.count)
        return MediaPiece(bytes, of: facts.size.map { UInt64($0) }, type: type)
    }

    /// Blocks until some data has come.
    private nonisolated static func read(_ file: RemoteFile, _ offset: Int, _ length: Int) -> Result<
        [UInt8], PlaybackError
    > {
        var failure: PlaybackError?
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, done in
            switch unsafe file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)) {
            case .bytes(let count): done = count
            case .end: done = 0
            case .interrupted: failure = PlaybackError(.network, "reading \(offset) was interrupted")
            case .failed(let error): failure = PlaybackError(.network, error.message)
            }
        }
        return failure.map(Result.failure) ?? .success(bytes)
    }
}

/// Recognises media types by their first bytes.
enum MediaSignature {
    /// The number of bytes that are examined.
    static let needed = 16

    /// Returns whether a media type is one that browsers play, or try to.
    static func isPlayed(_ type: String) -> Bool {
        let isList = type.contains("mpegurl") || type.contains("scpls")
        return (type.hasPrefix("audio/") || type.hasPrefix("video/") || type == "application/ogg") && !isList
    }

    /// Returns the media type of the first bytes of a medium; `nil` for any other data.
    static func of(_ bytes: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if has("ID3") { return "audio/mpeg" }
        if has("fLaC") { return "audio/flac" }
        if has("OggS") { return "audio/ogg" }
        if has("RIFF"), has("WAVE", at: 8) { return "audio/wav" }
        if has("FORM"), has("AIF", at: 8) { return "audio/aiff" }
        // Photographs have the same beginning.
        if has("ftyp", at: 4) { return pictures.contains { has($0, at: 8) } ? nil : "audio/mp4" }
        if has("wvpk") { return "audio/x-wavpack" }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "audio/webm" }
        if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "audio/x-ms-wma" }
        return ofFrame(bytes)
    }

    /// The brands of files of pictures.
    private static let pictures = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "avif", "avis", "crx ",
        "jxl ", "jp2 ",
    ]

    /// Recognises the head of a frame of MPEG audio, layer II or III, or of AAC. The marks of UTF-16 would pass for
    /// layer I, which no browser plays.
    private static func ofFrame(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 3, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        if bytes[1] & 0xF6 == 0xF0 { return bytes[2] >> 2 & 0xF < 13 ? "audio/aac" : nil }
        let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
        let (rate, frequency) = (bytes[2] >> 4, bytes[2] >> 2 & 3)
        return version != 1 && (1...2).contains(layer) && rate != 15 && frequency != 3 ? "audio/mpeg" : nil
    }
}
