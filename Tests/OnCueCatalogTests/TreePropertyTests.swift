// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import FoundationEssentials
import OnCueCore
import OnCueTestSupport
import SQLite
import TagReading
import Testing

@testable import OnCueCatalog

@Suite("The tree against a simple model")
struct TreePropertyTests {
    /// One file of the model, from few names, so that they meet.
    private struct ModelFile {
        var path: String
        var title: String
        var artists: [String]
        var albumArtist: String?
        var album: String?
        var genre: String?
        var composers: [String]
        var artistSort: String?
        var isCompilation: Bool
        var number: Int?
    }

    @Test(
        "pages put together are all children, counts agree, and everything is where the model has it",
        arguments: TestEffort.seeds(12))
    func treeAgrees(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let base = FileManager.default.temporaryDirectory.path + "/oncue-property-" + UUID().uuidString
        defer { removeTree(base) }
        let catalog = try await Catalog.open(path: base + "/catalog.sqlite") { Issue.record("\($0)") }
        _ = try await catalog.store.addRoot(Array("/m".utf8))
        var model: [String: ModelFile] = [:]

        for _ in 0..<Int.random(in: 1...4, using: &random) {
            try await change(&model, catalog, &random)
            try await check(model, catalog, &random)
            try CatalogAudit.check(base + "/catalog.sqlite")
        }
        await catalog.close()
        let connection = try Connection(path: base + "/catalog.sqlite")
        try connection.execute("INSERT INTO search (search) VALUES ('integrity-check')")
    }

    /// Adds, changes and removes some files in one batch.
    private func change(
        _ model: inout [String: ModelFile], _ catalog: Catalog, _ random: inout SeededGenerator
    ) async throws {
        var batch = CatalogBatch(time: Int64.random(in: 0...3, using: &random))
        for path in model.keys.sorted() where Int.random(in: 0..<4, using: &random) == 0 {
            batch.gone.append(try #require(try await row(path, catalog)))
            model[path] = nil
        }
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let file = randomFile(&random)
            guard !batch.files.contains(where: { $0.file.path == Array(file.path.utf8) }) else { continue }
            let known = model[file.path] == nil ? nil : try await row(file.path, catalog)
            model[file.path] = file
            batch.files.append(scanned(file, known))
        }
        _ = try await catalog.store.apply(batch)
    }

    private func randomFile(_ random: inout SeededGenerator) -> ModelFile {
        func maybe(_ names: [String]) -> String? {
            Int.random(in: 0..<3, using: &random) == 0 ? nil : names.randomElement(using: &random)
        }
        let folder = ["", "/a", "/a/b", "/a/b/c/d", "/z"].randomElement(using: &random) ?? ""
        let first = maybe(["Ann", "ÁNN", "The Bobs", "Cid"])
        return ModelFile(
            path: "/m\(folder)/\(Int.random(in: 0..<12, using: &random)).mp3",
            title: ["One", "Two", "the Three", "4", "10", "Ünter"].randomElement(using: &random) ?? "",
            artists: [first, maybe(["Dee", "Ann"])].compactMap { $0 }, albumArtist: maybe(["Ann", "Eve"]),
            album: maybe(["First", "Second", "first", "10"]), genre: maybe(["Rock", "ROCK", "Folk"]),
            composers: [maybe(["Cleo", "CLEO"]), maybe(["Dan"])].compactMap { $0 },
            artistSort: maybe(["Zz", "Aa"]), isCompilation: Int.random(in: 0..<5, using: &random) == 0,
            number: Int.random(in: 0..<2, using: &random) == 0 ? nil : Int.random(in: 1...3, using: &random))
    }

    private func scanned(_ file: ModelFile, _ known: TrackID?) -> ScannedFile {
        var tags = FileTags()
        tags.title = file.title
        tags.artists = file.artists
        tags.albumArtists = file.albumArtist.map { [$0] } ?? []
        tags.album = file.album
        tags.genres = file.genre.map { [$0] } ?? []
        tags.composers = file.composers
        tags.artistSorts = file.artistSort.map { [$0] } ?? []
        tags.isCompilation = file.isCompilation
        tags.trackNumber = file.number
        let parts = PathBytes.divided(Array(file.path.utf8))
        let planned = PlannedFile(
            folder: parts?.folder ?? [], name: parts?.name ?? [],
            fingerprint: FileFingerprint(size: 0, modified: 0, inode: 0), track: known)
        return ScannedFile(
            file: planned, outcome: .track(TrackRecord(tags, folder: planned.folder, name: planned.name)))
    }

    private func row(_ path: String, _ catalog: Catalog) async throws -> TrackID? {
        guard let (folder, name) = PathBytes.divided(Array(path.utf8)) else { return nil }
        return try await catalog.read { (queries) throws(SQLiteError) in
            for file in try queries.knownFiles(in: folder) where file.name == name {
                if case .track(let track) = file.state { return track }
            }
            return nil
        }
    }

    // MARK: Checks

    private func check(
        _ model: [String: ModelFile], _ catalog: Catalog, _ random: inout SeededGenerator
    ) async throws {
        let source = CatalogContentSource(catalog: catalog)
        var waiting: [ContentIdentifier] = [.root]
        var seen: Set<ContentIdentifier> = []
        while let container = waiting.popLast() {
            guard seen.insert(container).inserted else { continue }
            let children = try await allChildren(container, source, &random)
            #expect(Set(children.map(\.identifier)).count == children.count)
            #expect(children.allSatisfy { $0.childCount != 0 || $0.identifier.kind == .section || $0.title == "m" })
            waiting += children.filter(\.isContainer).map(\.identifier)
        }
        try await checkSections(model, source)
    }

    /// Reads by pages of a random length and compares with one large page.
    private func allChildren(
        _ container: ContentIdentifier, _ source: CatalogContentSource, _ random: inout SeededGenerator
    ) async throws -> [ContentNode] {
        let whole = try await source.children(of: container, offset: 0, limit: 1000, at: nil)
        let limit = Int.random(in: 1...7, using: &random)
        var parts: [ContentNode] = []
        for offset in stride(from: 0, through: whole.total, by: limit) {
            parts += try await source.children(of: container, offset: offset, limit: limit, at: whole.revision).items
        }
        #expect(parts == whole.items)
        #expect(whole.total == whole.items.count)
        #expect(whole.container.childCount == whole.total)
        return whole.items
    }

    private func checkSections(_ model: [String: ModelFile], _ source: CatalogContentSource) async throws {
        func titles(_ section: ContentSection) async throws -> [String] {
            try await source.children(of: section.identifier, offset: 0, limit: 1000, at: nil).items.map(\.title)
        }
        func paths(_ identifier: ContentIdentifier) async throws -> Set<String> {
            Set(try await source.tracks(under: identifier).map(\.location.description))
        }
        let tracks = try await titles(.tracks)
        #expect(tracks.map { SortKey.make($0) } == model.values.map { SortKey.make($0.title) }.sorted())
        #expect(try await paths(ContentSection.folders.identifier) == Set(model.keys))
        #expect(try await paths(ContentSection.recentlyAdded.identifier) == Set(model.keys))

        let genres = Set(model.values.compactMap(\.genre).map(TextFolding.fold))
        #expect(Set(try await titles(.genres).map(TextFolding.fold)) == genres)
        for genre in genres {
            let identifier = try await source.identifier(named: ["Genres", genre])
            let expected = model.values.filter { $0.genre.map(TextFolding.fold) == genre }.map(\.path)
            #expect(try await paths(identifier) == Set(expected))
        }

        let composers = Set(model.values.flatMap(\.composers).map(TextFolding.fold))
        #expect(Set(try await titles(.composers).map(TextFolding.fold)) == composers)
        for composer in composers {
            let identifier = try await source.identifier(named: ["Composers", composer])
            let expected = model.values.filter { $0.composers.map(TextFolding.fold).contains(composer) }.map(\.path)
            #expect(try await paths(identifier) == Set(expected))
        }

        let albums = Set(model.values.compactMap(Self.albumKey))
        for section in [ContentSection.albums, .albumsByArtist, .albumsByYear] {
            #expect(try await titles(section).count == albums.count)
        }
        #expect(
            try await paths(ContentSection.albums.identifier)
                == Set(model.values.filter { $0.album != nil }.map(\.path)))

        for artist in Set(model.values.flatMap(\.artists).map(TextFolding.fold)) {
            let identifier = try await source.identifier(named: ["Artists", artist])
            let own = model.values.filter { $0.artists.map(TextFolding.fold).contains(artist) }.map(\.path)
            #expect(try await paths(identifier).isSuperset(of: own))
            let count = try await source.tracks(under: identifier).count
            #expect(try await source.item(for: identifier).subtitle.hasSuffix("\(count) track\(count == 1 ? "" : "s")"))
        }
    }

    private static func albumKey(_ file: ModelFile) -> String? {
        guard let album = file.album.map(TextFolding.fold) else { return nil }
        if let artist = file.albumArtist { return TextFolding.fold(artist) + "\n" + album }
        return "/" + file.path.split(separator: "/").dropLast().joined(separator: "/") + "\n" + album
    }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
