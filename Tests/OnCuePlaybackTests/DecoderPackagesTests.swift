// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Testing

@testable import OnCuePlayback

/// Which Debian package is named for what is missing.
@Suite
struct DecoderPackagesTests {
    @Test(
        "Each format names the package that plays it",
        arguments: [
            ("decoder-audio/mpeg, mpegversion=(int)1, layer=(int)3", "gstreamer1.0-plugins-good"),
            ("decoder-audio/mpeg, mpegversion=(int)4", "gstreamer1.0-libav"),
            ("decoder-audio/x-flac", "gstreamer1.0-plugins-good"),
            ("decoder-audio/x-wav", "gstreamer1.0-plugins-good"),
            ("decoder-audio/x-m4a", "gstreamer1.0-plugins-good"),
            ("decoder-video/quicktime", "gstreamer1.0-plugins-good"),
            ("decoder-audio/x-vorbis", "gstreamer1.0-plugins-base"),
            ("decoder-audio/x-opus", "gstreamer1.0-plugins-base"),
            ("decoder-application/ogg", "gstreamer1.0-plugins-base"),
            ("decoder-audio/x-alac", "gstreamer1.0-libav"),
            ("decoder-audio/x-wma, wmaversion=(int)2", "gstreamer1.0-libav"),
            ("decoder-video/x-ms-asf", "gstreamer1.0-plugins-ugly"),
            ("decoder-application/x-ape", "gstreamer1.0-libav"),
            ("decoder-audio/x-musepack, streamversion=(int)7", "gstreamer1.0-plugins-bad"),
            ("decoder-audio/x-mod", "gstreamer1.0-plugins-bad"),
            ("decoder-audio/midi", "gstreamer1.0-plugins-bad"), ("decoder-audio/riff-midi", "gstreamer1.0-plugins-bad"),
            ("decoder-application/x-gst-av-dsf", "gstreamer1.0-libav"),
            ("tls", "glib-networking"),
        ])
    func names(_ need: String, _ package: String) {
        #expect(DecoderPackages.package(for: need) == package)
    }

    @Test("XML is not audio, and on the web it may be a feed to subscribe to")
    func feed() throws {
        let plugin = MissingPlugin(description: "application/xml decoder", detail: "decoder-application/xml")
        let address = try #require(MediaLocation(uri: "http://host/feed.xml"))
        let error = PlaybackError(plugin, at: address)
        #expect(error.code == .notPlayable)
        #expect(
            error.message
                == "cannot play http://host/feed.xml: it is not audio, but XML; if it is the feed of a podcast, "
                + "subscribe with: oncue podcast add 'http://host/feed.xml'")
        // A short feed counts as text.
        let text = PipelineFailure(
            domain: .stream, code: PipelineFailure.streamWrongType, text: "This appears to be a text file",
            debug: "")
        #expect(
            PlaybackError(text, at: address, missing: []).message
                == "cannot play http://host/feed.xml: it is not audio (This appears to be a text file); if it is the "
                + "feed of a podcast, subscribe with: oncue podcast add 'http://host/feed.xml'")
        let file = MediaLocation(filePath: Array("/m/a.xml".utf8))
        #expect(PlaybackError(plugin, at: file).message.hasSuffix("it is not audio, but XML"))
    }

    @Test("For a format that nobody knows no package is made up", arguments: ["decoder-audio/x-odd", "", "other-x"])
    func makesNothingUp(_ need: String) {
        #expect(DecoderPackages.package(for: need) == nil)
    }
}
