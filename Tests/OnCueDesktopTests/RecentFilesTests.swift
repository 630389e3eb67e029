// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueDesktop

@Suite("The recent files of the desktop")
struct RecentFilesTests {
    /// As GTK writes it: two documents, one of them also opened by another program.
    private static let others = """
        <?xml version="1.0" encoding="UTF-8"?>
        <xbel version="1.0"
              xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
              xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
          <bookmark href="file:///home/u/letter%20one.odt" added="2026-11-01T07:00:00.000000Z" \
        modified="2026-11-02T07:00:00.000000Z" visited="2026-11-02T07:00:00.000000Z">
            <title>A letter</title>
            <info>
              <metadata owner="http://freedesktop.org">
                <mime:mime-type type="application/vnd.oasis.opendocument.text"/>
                <bookmark:groups><bookmark:group>Office</bookmark:group></bookmark:groups>
                <bookmark:applications>
                  <bookmark:application name="Writer" exec="&apos;writer %u&apos;" \
        modified="2026-11-02T07:00:00.000000Z" count="3"/>
                </bookmark:applications>
                <bookmark:private/>
              </metadata>
            </info>
          </bookmark>
          <bookmark href="file:///music/Night" added="2026-11-01T07:00:00.000000Z" \
        modified="2026-11-01T07:00:00.000000Z" visited="2026-11-01T07:00:00.000000Z">
            <info>
              <metadata owner="http://freedesktop.org">
                <mime:mime-type type="inode/directory"/>
                <bookmark:applications>
                  <bookmark:application name="Files" exec="&apos;files %u&apos;" \
        modified="2026-11-01T07:00:00.000000Z" count="1"/>
                </bookmark:applications>
              </metadata>
            </info>
          </bookmark>
        </xbel>
        """
    private static let now: Int64 = 1_796_000_000
    private static let files = BookmarkList.Program(name: "Files", command: "")
    private static let writer = BookmarkList.Program(name: "Writer", command: "")

    private let directory: TemporaryDirectory
    private var path: String { directory.file("recently-used.xbel") }
    private var recent: RecentFiles { RecentFiles(path) }

    init() throws { directory = try TemporaryDirectory() }

    private func container(_ path: String, _ title: String = "An album") throws -> RecentContainer {
        var selection = ContentSelection(
            title: title, tracks: [Self.track(path + "/1.flac"), Self.track(path + "/2.flac")])
        selection.context = PlaybackContext(
            identifier: ContentIdentifier(kind: .album, key: "1"), title: title, count: 2)
        return try #require(RecentContainer(selection))
    }

    static func track(_ path: String) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: path), location: MediaLocation(filePath: Array(path.utf8)),
            title: path)
    }

    private func enter(_ container: RecentContainer, at time: Int64 = now) throws -> Bool {
        try recent.enter(container, at: time, unlessSince: time - 86_400)
    }

    private func list() throws -> BookmarkList {
        try BookmarkList(try WholeFile.read(path, limit: RecentFiles.largest) ?? [])
    }

    @Test("An album is entered once a day, and what other programs have entered stays")
    func enters() throws {
        try directory.write("recently-used.xbel", Self.others.utf8)

        #expect(try enter(try container("/music/Blue & Green", "Blue <Green>")))
        #expect(try !enter(try container("/music/Blue & Green"), at: Self.now + 3600))
        #expect(try enter(try container("/music/Night"), at: Self.now + 7200))

        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        for part in [
            "A letter", "Office", "bookmark:private", "count=\"3\"", "file:///music/Blue%20&amp;%20Green",
            "Blue &lt;Green&gt;", "'oncue play %u'".replacing("'", with: "&apos;"), "inode/directory",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let list = try list()
        #expect(list.uris.count == 3)
        #expect(list.time(of: "file:///home/u/letter%20one.odt", by: Self.writer) == 1_793_602_800)
        #expect(list.time(of: "file:///music/Night", by: Self.files) == 1_793_516_400)
        #expect(try recent.count() == 2)
        #expect(try enter(try container("/music/Night"), at: Self.now + 100_000))
    }

    @Test("What is taken back leaves the entries of others, also about the same folder")
    func takesBack() throws {
        try directory.write("recently-used.xbel", Self.others.utf8)
        #expect(try enter(try container("/music/Early"), at: Self.now - 200))
        #expect(try enter(try container("/music/Night")))

        try recent.takeBack(Self.now - 100..<Self.now + 1)
        #expect(try recent.count() == 1)
        try recent.takeBack(.min ..< .max)

        #expect(Set(try list().uris) == ["file:///home/u/letter%20one.odt", "file:///music/Night"])
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        #expect(!text.contains("OnCue") && text.contains("'files %u'".replacing("'", with: "&apos;")))
        // Nothing of OnCue is there: the file is not written again.
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        try recent.takeBack(.min ..< .max)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64 == before)
    }

    @Test("A new file is for this user only, and has the newest entries up to the limit")
    func isBounded() throws {
        for number in 0..<RecentFiles.limit + 5 {
            #expect(try enter(try container("/music/\(number)"), at: Self.now + Int64(number)))
        }

        #expect(try recent.count() == RecentFiles.limit)
        #expect(try !list().uris.contains("file:///music/4"))
        #expect(try list().uris.contains("file:///music/5"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "A file that is no list, or too large, is left as it is",
        arguments: ["<xbel", "nonsense", String(repeating: " ", count: RecentFiles.largest + 1)])
    func refuses(text: String) throws {
        try directory.write("recently-used.xbel", text.utf8)

        let error = #expect(throws: ContentError.self) { try enter(try container("/music/Night")) }

        #expect(error?.message.contains(path) == true)
        #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }

    @Test("What another program writes between reading and replacing stays")
    func isShared() throws {
        var recent = recent
        let path = path
        recent.isAboutToReplace = {
            if !FileManager.default.fileExists(atPath: path) {
                _ = FileManager.default.createFile(atPath: path, contents: Data(Self.others.utf8))
            }
        }

        #expect(try recent.enter(try container("/music/New"), at: Self.now, unlessSince: 0))

        #expect(try list().uris.count == 3)
    }

    @Test("A folder that nobody may write is an error that names the file", .enabled(if: getuid() != 0))
    func locked() throws {
        chmod(directory.path, 0o500)
        defer { chmod(directory.path, 0o700) }

        let error = #expect(throws: ContentError.self) { try enter(try container("/music/Night")) }

        #expect(error?.message.contains(path) == true)
    }

    // MARK: Containers

    private static func selection(
        _ paths: [String], _ kind: ContentKind?, location: String? = nil, itself: ContentKind? = nil
    ) -> ContentSelection {
        var selection = ContentSelection(title: "Title", kind: itself, tracks: paths.map(track))
        if let kind {
            selection.context = PlaybackContext(identifier: ContentIdentifier(kind: kind, key: "1"), title: "Title")
        }
        selection.location = location.map { MediaLocation(filePath: Array($0.utf8)) }
        return selection
    }

    @Test("Albums, podcasts, folders and playlists are containers; tracks, stations, artists and searches are none")
    func containers() throws {
        func path(_ selection: ContentSelection, playlist: String? = nil) -> String? {
            RecentContainer(selection, playlist: playlist.map { Array($0.utf8) })
                .map { String(decoding: $0.path, as: UTF8.self) }
        }
        #expect(path(Self.selection(["/m/a/1", "/m/a/2"], .album)) == "/m/a")
        #expect(path(Self.selection(["/m/a/CD1/1", "/m/a/CD 2/1"], .album)) == "/m/a")
        #expect(path(Self.selection(["/m/a/1", "/m/b/1"], .album)) == nil)
        #expect(path(Self.selection(["/m/a/1", "/m/b/c/1"], .folder)) == "/m")
        #expect(path(Self.selection(["/m/a/1", "/n/1"], .folder)) == nil)
        #expect(path(Self.selection(["/d/podcasts/x/1.mp3"], nil, itself: .episode)) == "/d/podcasts/x")
        #expect(path(Self.selection(["/m/a/1", "/m/a/2"], .artist)) == nil)
        #expect(path(Self.selection(["/m/a/1"], nil, itself: .track)) == nil)
        #expect(path(Self.selection(["/m/a/1"], .playlist), playlist: "/l/x.m3u8") == "/l/x.m3u8")
        #expect(path(Self.selection(["/m/a/1", "/m/2"], nil, location: "/l/x.PLS")) == "/l/x.PLS")
        #expect(path(Self.selection(["/m/a/1", "/m/a/b/2"], nil, location: "/m/a/")) == "/m/a")
        #expect(path(Self.selection(["/m/a/1"], nil, location: "/m/a/1")) == nil)
        #expect(path(Self.selection([], nil)) == nil)
    }
}
