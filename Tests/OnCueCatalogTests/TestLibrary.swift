// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import SQLite
import Synchronization
import TagReading

@testable import OnCueCatalog
@testable import OnCueMedia
@testable import OnCueState

/// A private folder with a music folder and a catalog in it, removed with the test.
///
/// Music files are texts such as `TITLE=So What`, read by ``tags``, which counts; a file that begins with `BAD` cannot
/// be read.
final class TestLibrary: Sendable {
    let base: String
    let music: String
    let catalog: Catalog
    let reads = Mutex<[String]>([])
    let messages: LogLines

    init(_ name: String = "music") async throws {
        base = FileManager.default.temporaryDirectory.path + "/oncue-catalog-" + UUID().uuidString
        music = base + "/" + name
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        let messages = LogLines()
        self.messages = messages
        catalog = try await Catalog.open(path: base + "/data/catalog.sqlite") { messages.append($0) }
        _ = try await catalog.store.addRoot(Array(music.utf8))
    }

    deinit {
        removeTree(base)
    }

    var source: CatalogContentSource { CatalogContentSource(catalog: catalog) }

    /// Reads the texts and notes each path.
    var tags: TagSource {
        TagSource { [self] (path) throws(TagReadError) in
            reads.withLock { $0.append(String(decoding: path, as: UTF8.self)) }
            return try textTags(path)
        }
    }

    /// Scans once and returns the report.
    @discardableResult
    func scan(folders: FolderReader = .system) async throws -> ScanReport {
        reads.withLock { $0 = [] }
        return try await scan(LibraryScanner(catalog: catalog, tags: tags, folders: folders, workerCount: 2))
    }

    /// Reads every file, whether or not it has changed.
    @discardableResult
    func scanAll() async throws -> ScanReport {
        reads.withLock { $0 = [] }
        return try await scan(LibraryScanner(catalog: catalog, tags: tags, workerCount: 2), .everythingAnew)
    }

    /// Scans once with this scanner.
    func scan(_ scanner: LibraryScanner, _ changes: FolderChanges = .everything) async throws -> ScanReport {
        let report = try await scanner.scan(.init(progressed: { _ in }, contentChanged: { _ in }), changes)
        guard let report else { throw CancellationError() }
        return report
    }

    /// Names of the files that the last scan read.
    var readNames: [String] {
        reads.withLock { $0.map { String($0.split(separator: "/").last ?? "") }.sorted() }
    }

    // MARK: Files

    func write(_ path: String, _ fields: KeyValuePairs<String, String>) throws {
        try write(path, text: fields.map { "\($0)=\($1)" }.joined(separator: "\n"))
    }

    func write(_ path: String, text: String) throws {
        let file = music + "/" + path
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }

    /// Writes a file whose path is bytes.
    func write(bytes path: [UInt8], text: String) throws {
        // swift-format-ignore: NeverForceUnwrap
        let descriptor = (Array((music + "/").utf8) + path + [0]).withUnsafeBytes {
            open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT, 0o600)
        }
        guard descriptor >= 0 else { throw POSIXFailure(error: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXFailure(error: errno) }
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: music + "/" + path)
    }

    func location(_ path: String) -> MediaLocation {
        MediaLocation(filePath: Array((music + "/" + path).utf8))
    }

    /// Changes the catalog as nothing but a test does.
    func execute(_ sql: String) throws {
        try Connection(path: base + "/data/catalog.sqlite").execute(sql)
        catalog.pages.change()
    }

    // MARK: The tree

    func revision() async throws -> UInt64 { try await source.revision().number }

    /// Titles of all children of the item reached by titles.
    func titles(_ names: String...) async throws -> [String] {
        try await children(names).map(\.title)
    }

    func children(_ names: [String]) async throws -> [ContentNode] {
        let identifier = try await source.identifier(named: names)
        return try await source.children(of: identifier, offset: 0, limit: 1000, at: nil).items
    }

    func item(_ names: String...) async throws -> ContentNode {
        try await source.item(for: try await source.identifier(named: names))
    }

    /// Titles of what plays at the item reached by titles.
    func playing(_ names: String...) async throws -> [String] {
        try await source.tracks(under: try await source.identifier(named: names)).map(\.title)
    }

    func found(_ words: String) async throws -> [String] {
        try await source.search(words, offset: 0, limit: 1000).items.map {
            "\($0.identifier.kind.rawValue) \($0.title)"
        }
    }
}

extension TagSource {
    /// The files themselves, as the daemon reads them.
    static let files = TagSource.workers(TestWorkers.shared)

    /// Texts of `KEY=VALUE` lines instead of music.
    static let texts = TagSource { (path) throws(TagReadError) in try textTags(path) }
}

/// Removes a folder with everything in it, also with paths that are too long for one call.
func removeTree(_ path: String) {
    var child: pid_t = 0
    let words = ["rm", "-rf", "--", path]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawnp(&child, "rm", nil, nil, arguments, environ) == 0 else { return }
    waitpid(child, nil, 0)
}

/// Lines that were logged.
final class LogLines: Sendable {
    private let state = Mutex<[String]>([])

    func append(_ line: String) { state.withLock { $0.append(line) } }

    var all: [String] { state.withLock { $0 } }
}

struct POSIXFailure: Error {
    var error: Int32
}

/// Tags from a text of `KEY=VALUE` lines; a key may come more than once.
func textTags(_ path: [UInt8]) throws(TagReadError) -> FileTags {
    // swift-format-ignore: NeverForceUnwrap
    let file = (path + [0]).withUnsafeBytes { fopen($0.baseAddress!.assumingMemoryBound(to: CChar.self), "r") }
    // The real reader has the real errors.
    guard let file else { return try TagReader.tags(ofFileAt: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let text = String(decoding: bytes[..<fread(&bytes, 1, 4096, file)], as: UTF8.self)
    if text.hasPrefix("BAD") { return try TagReader.tags(ofFileAt: path) }
    var tags = FileTags()
    for line in text.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "TITLE": tags.title = parts[1]
        case "ARTIST": tags.artists.append(parts[1])
        case "ALBUMARTIST": tags.albumArtists.append(parts[1])
        case "ALBUM": tags.album = parts[1]
        case "TRACK": tags.trackNumber = Int(parts[1])
        case "DISC": tags.discNumber = Int(parts[1])
        case "DATE": tags.date = parts[1]
        case "GENRE": tags.genres.append(parts[1])
        case "COMPOSER": tags.composers.append(parts[1])
        case "SECONDS": tags.duration = .seconds(Int(parts[1]) ?? 0)
        case "RECORDING": tags.musicBrainz.recording = parts[1]
        case "COMPILATION": tags.isCompilation = true
        case "EXPLICIT": tags.isExplicit = true
        case "TITLESORT": tags.titleSort = parts[1]
        case "ALBUMSORT": tags.albumSort = parts[1]
        case "ARTISTSORT": tags.artistSorts.append(parts[1])
        case "ALBUMARTISTSORT": tags.albumArtistSorts.append(parts[1])
        case "COMPOSERSORT": tags.composerSorts.append(parts[1])
        // A line of its own for each bar.
        case "CUESHEET": tags.cueSheet = parts[1].split(separator: "|").joined(separator: "\n")
        case "RELEASE": tags.musicBrainz.release = parts[1]
        default: break
        }
    }
    return tags
}

extension TestLibrary {
    /// Opens the store of what was listened to, beside the catalog.
    func openListening() async -> ListeningStore {
        let store = ListeningStore(path: base + "/listening.sqlite", catalog: catalog) { self.messages.append($0) }
        await store.open()
        return store
    }
}
