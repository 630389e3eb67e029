// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import SQLite
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Albums in one file")
struct PartTests {
    /// Three tracks in one file: 100 s, 200 s and the rest.
    private static func sheet(_ file: String = "Night.flac", second: String = "Moon") -> String {
        """
        PERFORMER "Ada"
        TITLE "Night"
        REM DATE 1999
        REM GENRE Jazz
        FILE "\(file)" WAVE
          TRACK 01 AUDIO
            TITLE "Dusk"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "\(second)"
            PERFORMER "Bix"
            INDEX 01 01:40:00
          TRACK 03 AUDIO
            TITLE "Dawn"
            INDEX 00 04:58:00
            INDEX 01 05:00:00
        """
    }

    private func library(_ sheet: String? = sheet()) async throws -> TestLibrary {
        let library = try await TestLibrary()
        try library.write("Night/Night.flac", ["TITLE": "whole", "SECONDS": "600", "ARTIST": "Nobody"])
        try library.write("Night/other.mp3", ["TITLE": "Other", "SECONDS": "60"])
        if let sheet { try library.write("Night/Night.cue", text: sheet) }
        try await library.scan()
        return library
    }

    private func tracks(_ library: TestLibrary) async throws -> [Track] {
        try await library.source.tracks(under: try await library.source.identifier(named: ["Folders", "music"]))
    }

    @Test("a CUE sheet beside a medium makes its tracks tracks of the library")
    func sidecar() async throws {
        let library = try await library()

        #expect(try await library.titles("Folders", "music", "Night") == ["Dusk", "Moon", "Dawn", "Other"])
        #expect(try await library.titles("Albums", "Night") == ["Dusk", "Moon", "Dawn"])
        #expect(try await library.titles("Artists") == ["Ada", "Bix"])
        #expect(try await library.found("moon") == ["track Moon"])
        let tracks = try await tracks(library)
        #expect(tracks.map(\.title) == ["Dusk", "Moon", "Dawn", "Other"])
        #expect(
            tracks.map(\.segment) == [
                MediaSegment(start: .zero, end: .seconds(100)),
                MediaSegment(start: .seconds(100), end: .seconds(300)), MediaSegment(start: .seconds(300)), nil,
            ])
        #expect(tracks.map(\.duration) == [100, 200, 300, 60].map { .seconds($0) })
        #expect(tracks.prefix(3).allSatisfy { $0.location == library.location("Night/Night.flac") })
        #expect(tracks.map(\.artists) == [["Ada"], ["Bix"], ["Ada"], []])
        #expect(tracks[1].albumArtists == ["Ada"] && tracks[1].date == "1999" && tracks[1].genres == ["Jazz"])
        #expect(tracks.map(\.trackNumber) == [1, 2, 3, nil])
        #expect(tracks[0].segment?.isFollowed(by: tracks[1].segment) == true)
        try CatalogAudit.check(library.base + "/data/catalog.sqlite")
        let again = try await library.scan()
        #expect((again.unchanged, library.readNames) == (2, []))
    }

    @Test("a file with several tracks stands for the one that plays, else says which there are")
    @MediaActor
    func ambiguous() async throws {
        let library = try await library()
        let manager = ContentManager(source: library.source, resolver: FakeMediaResolver())
        let place = ContentPlace.location(library.location("Night/Night.flac"))
        let parts = try await library.source.parts(of: library.location("Night/Night.flac"))

        var message = ""
        do throws(ContentError) { _ = try await manager.item(at: place) } catch {
            #expect(error.code == .refused)
            message = error.message
        }
        manager.nowPlayingChanged(to: parts[1])
        let playing = try await manager.item(at: place).item

        #expect(parts.map(\.title) == ["Dusk", "Moon", "Dawn"])
        #expect(message.contains("Night.flac contains 3 tracks; name one of them: \(parts[0].identifier) (Dusk), "))
        #expect(message.contains("; all of it is album:"))
        #expect(playing.title == "Moon")
        #expect(try await library.source.parts(of: library.location("Night/other.mp3")).isEmpty)
        #expect(try await manager.item(at: .location(library.location("Night/other.mp3"))).item.title == "Other")
    }

    @Test("loudness that a sheet tells of its tracks is theirs")
    func loudness() async throws {
        let lines = Self.sheet().split(separator: "\n").map { line -> String in
            line.contains("TRACK 02") ? line + "\n    REM REPLAYGAIN_TRACK_GAIN -3.5 dB" : String(line)
        }
        let library = try await library(lines.joined(separator: "\n"))

        let tracks = try await tracks(library)

        #expect(tracks.map(\.replayGain?.trackGain) == [nil, -3.5, nil, nil])
    }

    @Test("a sheet inside a medium counts, also before one beside it")
    func embedded() async throws {
        let library = try await library()
        let inside = Self.sheet("elsewhere.wav", second: "Inside").split(separator: "\n").joined(separator: "|")
        try library.write("Night/Night.flac", ["TITLE": "whole", "SECONDS": "601", "CUESHEET": inside])

        try await library.scan()

        #expect(try await library.titles("Albums", "Night") == ["Dusk", "Inside", "Dawn"])
        #expect(try await tracks(library).prefix(3).last?.duration == .seconds(301))
    }

    @Test("tracks keep their identity and plays when sheet or medium change, move, go and come back")
    func identity() async throws {
        let library = try await library()
        try await library.catalog.store.execute("UPDATE tracks SET play_count = id")
        let before = try await tracks(library).prefix(3).map(\.identifier)
        func identifiers() async throws -> [ContentIdentifier] { try await tracks(library).prefix(3).map(\.identifier) }

        try library.write("Night/Night.cue", text: Self.sheet(second: "Full Moon"))
        try await library.scan()
        #expect(try await library.titles("Albums", "Night") == ["Dusk", "Full Moon", "Dawn"])
        #expect(try await identifiers() == before)

        rename(library.music + "/Night", library.music + "/Day")
        let moved = try await library.scan()
        #expect(try await identifiers() == before)
        #expect((moved.added, moved.removed) == (0, 0))

        try library.remove("Day/Night.cue")
        try await library.scan()
        #expect(try await library.titles("Folders", "music", "Day") == ["whole", "Other"])
        try library.write("Day/Night.cue", text: Self.sheet())
        try await library.scan()
        #expect(try await identifiers() == before)

        rename(library.music + "/Day", library.base + "/away")
        try await library.scan()
        #expect(try await library.titles("Tracks") == [])
        rename(library.base + "/away", library.music + "/Day")
        try await library.scan()
        #expect(try await identifiers() == before)
        let plays = try await library.catalog.read { (queries) throws(SQLiteError) in
            try queries.connection.cached("SELECT count(*) FROM tracks WHERE play_count > 0").first { $0.int(0) }
        }
        #expect(plays == 4)
        try CatalogAudit.check(library.base + "/data/catalog.sqlite")
    }

    @Test(
        "a medium that was converted or renamed is found; a sheet about something else divides nothing",
        arguments: [
            ("Night.wav", 3), ("C:\\Rip\\Night.flac", 3), ("CDImage.wav", 3), ("other.mp3", 1),
        ])
    func names(_ file: String, _ count: Int) async throws {
        let library = try await library(Self.sheet(file))

        #expect(try await tracks(library).filter { $0.location.displayName == "Night.flac" }.count == count)
    }

    @Test("a sheet with one file for each track leaves the tracks to their tags, and rubbish is no sheet")
    func noDivision() async throws {
        let each = """
            FILE "Night.flac" WAVE
              TRACK 01 AUDIO
                TITLE "From the sheet"
                INDEX 01 00:00:00
            FILE "other.mp3" WAVE
              TRACK 02 AUDIO
                INDEX 01 00:00:00
            """
        for sheet in [each, "", "\u{0}\u{1}TRACK TRACK", "FILE \"Night.flac\"\nTRACK 1 AUDIO\nINDEX 01 99:00:00"] {
            #expect(try await self.library(sheet).titles("Tracks") == ["Other", "whole"])
        }
    }

    @Test("files give their parts when they are played, in the library or not")
    func resolving() async throws {
        let library = try await library()
        let outside = library.base + "/outside"
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        for name in ["Night.flac", "Night.cue"] {
            try FileManager.default.copyItem(atPath: library.music + "/Night/" + name, toPath: outside + "/" + name)
        }
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags)

        for path in [library.music + "/Night/Night.flac", outside + "/Night.flac", outside] {
            let tracks = try await resolver.tracks(at: MediaLocation(filePath: Array(path.utf8)))
            #expect(tracks.map(\.title) == ["Dusk", "Moon", "Dawn"])
            #expect(Set(tracks.map(\.identifier)).count == 3)
        }
    }

    @Test("a sheet that comes to a watched folder is noticed", .timeLimit(.minutes(5)))
    func watching() async throws {
        let watched = try await WatchedLibrary.make {
            try $0.write("Night.flac", ["TITLE": "whole", "SECONDS": "600"])
        }

        try watched.test.write("Night.cue", text: Self.sheet())
        try await watched.expect(["Dawn", "Dusk", "Moon"])

        await watched.library.close()
    }

    @Test("the tag CUESHEET of a FLAC file is read, over a reading process as well")
    func flac() async throws {
        let folder = try TemporaryDirectory()
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let old = [UInt8](try Data(contentsOf: fixtures.appendingPathComponent("Fixtures/full.flac")))
        func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let sheet = Self.sheet() + String(repeating: "\nREM \u{e9}", count: 5000)
        let comment = Array("CUESHEET=\(sheet)".utf8)
        let block = little(0) + little(1) + little(comment.count) + comment
        // Behind the first block of the file, as the one comment; what was the comment becomes padding.
        let rest = Array(old[42...])
        let header: [UInt8] = [4, UInt8(block.count >> 16), UInt8(block.count >> 8 & 0xFF), UInt8(block.count & 0xFF)]
        let path = folder.file("cue.flac")
        try Data(old[..<42] + header + block + Self.withoutComments(rest)).write(to: URL(fileURLWithPath: path))

        let tags = try TagSource.files.read(Array(path.utf8))

        #expect(tags.cueSheet == sheet)
        #expect(tags == (try TagReader.tags(ofFileAt: Array(path.utf8))))
    }

    /// Turns the comments among the blocks of a FLAC file into padding.
    private static func withoutComments(_ blocks: [UInt8]) -> [UInt8] {
        var (bytes, position) = (blocks, 0)
        while position + 4 <= bytes.count {
            let (kind, isLast) = (bytes[position] & 0x7F, bytes[position] & 0x80 != 0)
            if kind == 4 { bytes[position] = bytes[position] & 0x80 | 1 }
            if isLast { break }
            position += 4 + bytes[(position + 1)..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        return bytes
    }
}
