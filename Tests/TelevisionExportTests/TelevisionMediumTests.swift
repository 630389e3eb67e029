// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueTestSupport
import TelevisionExport
import Testing

@Suite("What televisions can play, and how it is described to them")
struct TelevisionMediumTests {
    private static func track(at uri: String, kind: ContentKind = .track) throws -> Track {
        Track(
            identifier: ContentIdentifier(kind: kind, key: "x"), location: try #require(MediaLocation(uri: uri)),
            title: "Title")
    }

    @Test(
        "Files and plain web addresses are shown",
        arguments: [
            ("file:///music/a%20b.flac", "audio/flac"), ("file:///music/a.MP3", "audio/mpeg"),
            ("file:///film.mkv", "video/x-matroska"), ("http://radio.example/live", "audio/mpeg"),
            ("https://host.example/e/1.m4a?source=feed&x=1", "audio/mp4"),
            ("http://host.example:8000/s.ogg", "audio/ogg"),
        ])
    func shown(uri: String, type: String) throws {
        #expect(TelevisionMedium(try Self.track(at: uri))?.mimeType == type)
    }

    @Test(
        "Addresses with a login or a key, and what a program must locate, are not",
        arguments: [
            "https://ann:secret@host.example/e.mp3", "https://ann@host.example/e.mp3",
            "https://host.example/e.mp3?token=abc", "https://host.example/e.mp3?a=1&X-Amz-Signature=abc",
            "http://host.example/rest/stream.view?id=1&u=ann&t=abc&s=def", "https://host.example/e.mp3?AUTH=1",
            "oncue://provider/org.example.X/1", "smb://host/e.mp3",
        ])
    func hidden(uri: String) throws {
        #expect(TelevisionMedium(try Self.track(at: uri)) == nil)
    }

    @Test("A part of a file is not shown, since a television plays the whole of it")
    func parts() throws {
        var track = try Self.track(at: "file:///album.flac")
        track.segment = MediaSegment(start: .seconds(10), end: .seconds(20))

        #expect(TelevisionMedium(track) == nil)
    }

    @Test("The types of objects are those of the specification")
    func types() throws {
        #expect(TelevisionMedium(try Self.track(at: "file:///a.flac"))?.type == "music")
        #expect(TelevisionMedium(try Self.track(at: "http://h.example/a", kind: .station))?.type == "audio")
        #expect(TelevisionMedium(try Self.track(at: "http://h.example/a.mp4", kind: .episode))?.type == "video")
    }

    @Test("A row has what is known, in one line each, and no more")
    func rows() throws {
        var track = Track.full
        track.title = "So\nWhat\u{1}"
        let medium = try #require(TelevisionMedium(track))

        let object = MediaRow.object(medium, in: ContentSection.tracks.identifier)
        let item = MediaRow.item(medium, size: 5_000_000_000)

        #expect(object["DisplayName"] == .string("So What "))
        #expect(object["Parent"] == .objectPath("/org/gnome/UPnP/MediaServer2/OnCue/section_tracks"))
        #expect(object["Path"] == .objectPath("/org/gnome/UPnP/MediaServer2/OnCue/track_b1"))
        #expect(
            item == [
                "URLs": .strings(["file:///music/b1.flac"]), "MIMEType": .string("audio/flac"),
                "Size": .int64(5_000_000_000), "Artist": .string("Ada, Cy"), "Album": .string("Blue"),
                "Genre": .string("Jazz"), "Date": .string("1959-08-17"), "Duration": .int32(180),
                "TrackNumber": .int32(1),
            ])
        let bare = MediaRow.item(try #require(TelevisionMedium(.sample("x", artists: [], duration: nil))), size: nil)
        #expect(Set(bare.keys) == ["URLs", "MIMEType"])
    }
}
