// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import TelevisionExport
import Testing

@Suite("Paths of what televisions are shown")
struct MediaObjectPathTests {
    @Test(
        "An identifier becomes a path and comes back",
        arguments: [
            ("root:", "/org/gnome/UPnP/MediaServer2/OnCue"),
            ("album:7q2mBk", "/org/gnome/UPnP/MediaServer2/OnCue/album_7q2mBk"),
            ("section:recently-added", "/org/gnome/UPnP/MediaServer2/OnCue/section_recently_2dadded"),
            ("provided:org.x/a_b%2F~", "/org/gnome/UPnP/MediaServer2/OnCue/provided_org_2ex_2fa_5fb_252F_7e"),
        ])
    func paths(identifier: String, path: String) throws {
        let identifier = try #require(ContentIdentifier(identifier))

        #expect(MediaObjectPath.path(of: identifier) == path)
        #expect(MediaObjectPath.identifier(at: MediaObjectPath.node(of: identifier)) == identifier)
    }

    @Test(
        "What no item has for a path is none",
        arguments: [
            "", "album", "_", "album_", "nothing_x", "root_x", "album_a_", "album_a_2", "album_a_zz", "album_a_2D",
            "album_a_61", "album_a_2e", "album_a_00",
        ])
    func noPaths(node: String) {
        #expect(MediaObjectPath.identifier(at: node) == nil)
    }
}
