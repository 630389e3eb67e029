// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import Testing

@Suite("A place that a person types")
struct ContentPlaceTests {
    @Test(
        "is an index path when it consists of numbers",
        arguments: [("/", [Int]()), ("/0", [0]), ("/0/2/5", [0, 2, 5])])
    func indexPaths(text: String, indexes: [Int]) throws {
        #expect(try ContentPlace(text) == .indexPath(IndexPath(indexes: indexes), revision: nil))
        #expect(IndexPathText.text(of: IndexPath(indexes: indexes)) == text)
    }

    @Test("may name the revision of an index path")
    func revision() throws {
        #expect(try ContentPlace("/1/4@17") == .indexPath(IndexPath(indexes: [1, 4]), revision: .init(17)))
    }

    @Test(
        "is refused when a number of an index path is too large",
        arguments: ["/99999999999999999999", "/1@99999999999999999999"])
    func tooLarge(text: String) {
        #expect(throws: ContentError.self) { try ContentPlace(text) }
    }

    @Test("is refused when an index path is deeper than 32")
    func tooDeep() {
        #expect(throws: ContentError.self) { try ContentPlace(String(repeating: "/1", count: 33)) }
    }

    @Test("is an identifier when its kind is known")
    func identifiers() throws {
        let identifier = ContentIdentifier(kind: .album, key: "7q2mbk4d9x1c")
        #expect(try ContentPlace("album:7q2mbk4d9x1c") == .identifier(identifier))
        #expect(try ContentPlace("root:") == .identifier(.root))
        #expect(try ContentPlace("Live: in Paris") == .names(["Live: in Paris"]))
    }

    @Test("is a location when it has a scheme")
    func locations() throws {
        let location = try #require(MediaLocation(uri: "HTTPS://radio.example/stream"))
        #expect(try ContentPlace("HTTPS://radio.example/stream") == .location(location))
        #expect(location.uri == "https://radio.example/stream")
    }

    @Test("is names otherwise, divided by slashes")
    func names() throws {
        #expect(try ContentPlace("Albums/Kind of Blue") == .names(["Albums", "Kind of Blue"]))
        #expect(try ContentPlace("/home/me/x.flac") == .names(["home", "me", "x.flac"]))
    }

    @Test(
        "is a query when it has a field or an operator, or is nothing but marks",
        arguments: [
            "year:1960", "genre:jazz year:1960", "artist:mattias album:wesnoth", "miles -live", "jazz OR soul",
            "favourite", "unplayed compilation", "sort:-plays", "yaer:2020",
        ])
    func queries(text: String) throws {
        #expect(try ContentPlace(text) == .query(text))
        #expect(try ContentPlace(text).query == text)
    }

    @Test(
        "is no query when words stand in it alone, in quotes or parentheses, or with marks",
        arguments: [
            "Kind of Blue", "\"so what\"", "miles (blue green)", "My Favourite Things", "Mission: Impossible", "10:04",
            "Simon - Garfunkel", "AC/DC",
        ])
    func noQueries(text: String) throws {
        #expect(try ContentPlace(text).query == nil)
        #expect(try ContentPlace(text).words != nil)
    }

    @Test("of the form of an identifier is a query, too, where its kind is a field")
    func identifierOrQuery() throws {
        #expect(try ContentPlace("genre:jazz").query == "genre:jazz")
        #expect(try ContentPlace("artist:instrumental").query == "artist:instrumental")
        #expect(try ContentPlace("playlist:evening").query == nil)
        #expect(try ContentPlace("section:albums").query == nil)
    }

    @Test("is searched by its words, of which none is a mark")
    func words() throws {
        #expect(try ContentPlace("My Favourite Things").words == "My \"Favourite\" Things")
        #expect(try ContentPlace("\"favourite things\"").words == "\"favourite things\"")
        #expect(try ContentPlace("Kind/of Blue").words == "Kind of Blue")
        #expect(try ContentPlace("year:1960").words == nil)
    }

    @Test("is refused when it is empty or has a zero byte", arguments: ["", "a\0b"])
    func empty(text: String) {
        #expect(throws: ContentError.self) { try ContentPlace(text) }
    }
}

@Suite("The location of a medium")
struct MediaLocationTests {
    @Test("keeps every byte of a file name")
    func bytes() {
        let path: [UInt8] = Array("/a b/%41\n\"'#?".utf8) + [0xFF, 0xFE, 0x80]

        let location = MediaLocation(filePath: path)

        #expect(location.filePath == path)
        #expect(location.uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(MediaLocation(uri: location.uri) == location)
    }

    @Test("survives every possible file name")
    func everyByte() {
        let path = [UInt8(ascii: "/")] + (1...255).map { UInt8($0) }
        #expect(MediaLocation(filePath: path).filePath == path)
    }

    @Test("takes file URIs with the local host and without a well-formed escape")
    func leniency() {
        #expect(MediaLocation(uri: "file://localhost/a%20b")?.filePath == Array("/a b".utf8))
        #expect(MediaLocation(uri: "file:///100%")?.filePath == Array("/100%".utf8))
    }

    @Test(
        "is not a file when the host is another or the path would end early",
        arguments: ["file://nas/x", "file:///a%00b"])
    func notFiles(uri: String) {
        #expect(MediaLocation(uri: uri)?.filePath == nil)
    }

    @Test(
        "is not made of text without a scheme",
        arguments: ["abc", "://x", "1a://x", "a b://x", "http://", "http://a\nb"])
    func notURIs(text: String) {
        #expect(MediaLocation(uri: text) == nil)
    }

    @Test("shows the last part of the path")
    func displayName() {
        #expect(MediaLocation(uri: "file:///music/So%20What.flac")?.displayName == "So What.flac")
        #expect(MediaLocation(uri: "http://host/live.mp3?x=1/2")?.displayName == "live.mp3")
    }
}

@Suite("The bus on which programs meet")
struct BusLocationTests {
    @Test("is the session bus that the environment names")
    func environment() {
        let location = BusLocation(
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"], runtimeDirectory: "/r", isSocket: { _ in true })
        #expect(location == .session(address: "unix:path=/x"))
    }

    @Test("is the user bus when its socket is there")
    func userBus() {
        let location = BusLocation(
            environment: ["XDG_RUNTIME_DIR": "/run/user/7"], runtimeDirectory: "/run/user/7/oncue",
            isSocket: { $0 == "/run/user/7/bus" })
        #expect(location.address == "unix:path=/run/user/7/bus")
    }

    @Test("is our own where there is no other, with the path escaped")
    func own() {
        let location = BusLocation(environment: [:], runtimeDirectory: "/tmp/a b,c", isSocket: { _ in false })
        #expect(location == .own(socketPath: "/tmp/a b,c/bus"))
        #expect(location.address == "unix:path=/tmp/a%20b%2cc/bus")
    }
}

@Suite("Directories of a user")
struct UserDirectoriesTests {
    @Test("follow the environment and ignore relative values")
    func environment() {
        let directories = UserDirectories(
            environment: ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "relative"], userID: 7,
            homeFallback: "/fallback")
        #expect(directories.cache == "/c/oncue")
        #expect(directories.data == "/h/.local/share/oncue")
        #expect(directories.runtime == "/tmp/oncue-7")
        #expect(directories.music == "/h/Music")
    }
}
