// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PlaylistFormats
import Testing

@testable import OnCuePlaylists

private let list = MediaLocation(filePath: Array("/music/lists/l.xspf".utf8))

@Suite("An XSPF list")
struct XSPFTests {
    @Test("gives its tracks with what it says about them")
    func tracks() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Mix &amp; Match</title><trackList>
            <track><location>a%20b.mp3</location><location>http://h/a.mp3</location><title>A</title>
            <creator>C</creator><album>D</album><trackNum>7</trackNum><duration>1500</duration>
            <image>cover.jpg</image></track>
            <track><title>leads nowhere</title></track>
            <track><location>file:///x/%C3%A9.flac</location></track>
            </trackList></playlist>
            """
        let document = try #require(PlaylistFile.read(Array(text.utf8), list: list))
        let first = try #require(document.entries.first)

        #expect(document.title == "Mix & Match")
        #expect(document.entries.count == 2)
        #expect(first.location.description == "/music/lists/a b.mp3")
        #expect(first.candidates.contains { $0.uri == "http://h/a.mp3" })
        #expect(first.title == "A" && first.artist == "C" && first.album == "D" && first.trackNumber == 7)
        #expect(first.duration == .milliseconds(1500))
        #expect(first.picture?.description == "/music/lists/cover.jpg")
        #expect(document.entries[1].location.description == "/x/é.flac")
    }

    @Test("that was written is read back as it was, odd names included")
    func roundTrip() throws {
        let names = ["a&b <c>.mp3", "100%41.mp3", "C:/x.mp3", "é\n.mp3", "#x?.mp3"]
        var entries = names.map { name in
            PlaylistEntry(
                candidates: [MediaLocation(filePath: Array("/music/lists/\(name)".utf8))], title: "<\(name)>",
                artist: "A & B", duration: .milliseconds(1500))
        }
        entries.append(PlaylistEntry(candidates: [MediaLocation(filePath: [0x2F, 0xFF])]))
        entries[1].segment = MediaSegment(start: .microseconds(1_013_333), end: .seconds(3))

        let written = PlaylistDocument(title: "\"T\"", entries: entries)
        let document = try #require(
            PlaylistFile.read(PlaylistFile.write(written, as: .xspf, list: list), list: list))

        #expect(document.title == written.title)
        #expect(document.entries.map(\.location) == entries.map(\.location))
        #expect(document.entries.map(\.segment) == entries.map(\.segment))
        #expect(document.entries.map(\.artist) == entries.map(\.artist))
        #expect(document.entries[0].title == "<a&b <c>.mp3>")
    }

    @Test("cut off anywhere gives what came before")
    func cutOff() {
        let whole = PlaylistDocument(
            title: "T",
            entries: (0..<5).map { number in
                PlaylistEntry(
                    candidates: [MediaLocation(filePath: Array("/m/\(number).mp3".utf8))], title: "é\(number)")
            })
        let bytes = PlaylistFile.write(whole, as: .xspf, list: list)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            let document = PlaylistFile.read(Array(bytes[..<end]), list: list)
            #expect(document.map { $0.entries.count <= 5 } != false)
        }
    }
}

@Suite("An ASX list")
struct ASXTests {
    @Test("is read in whatever case it is written, and with mistakes that are common")
    func entries() throws {
        let text = """
            <ASX version = "3.0"><Title>Station</Title>
            <Entry><REF HREF = "http://h/a?x=1&y=2" /><TITLE>One</title><Author>Me</AUTHOR>
            <duration value="00:01:30.5"/></Entry>
            <entryref href="other.asx"/>
            <entry><title>None</title></entry>
            </asx>
            """
        let list = try #require(MediaLocation(uri: "http://h/dir/l.asx"))
        let document = try #require(PlaylistFile.read(Array(text.utf8), list: list))

        #expect(document.entries.map(\.location.uri) == ["http://h/a?x=1&y=2", "http://h/dir/other.asx"])
        #expect(document.entries.first?.duration == .milliseconds(90_500))
    }
}

@Suite("XML lists of any content")
struct XMLListMutationTests {
    @Test("damaged in any way give bounded values", arguments: 0..<8)
    func mutations(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let originals = [
            "<playlist xmlns=\"http://xspf.org/ns/0/\"><title>a</title><trackList><track><location>b%20c</location>"
                + "<duration>12</duration></track></trackList></playlist>",
            "<asx><entry><ref href=\"http://h/x\"/><duration value=\"1:2:3\"/><title>t</title></entry></asx>",
        ]
        for original in originals {
            for _ in 0..<30 {
                var bytes = Array(original.utf8)
                for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                    let place = Int.random(in: 0..<bytes.count, using: &numbers)
                    if Bool.random(using: &numbers) {
                        bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                    } else {
                        bytes.insert(contentsOf: bytes[place...].prefix(30), at: place)
                    }
                }
                for format in [PlaylistFormat.xspf, .asx] {
                    let entries = PlaylistFile.read(bytes, as: format, list: list)?.entries ?? []
                    #expect(entries.allSatisfy { $0.duration.map { $0 > .zero } != false })
                }
            }
        }
    }
}
