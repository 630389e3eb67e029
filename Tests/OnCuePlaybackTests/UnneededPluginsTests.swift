// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import Testing

@testable import OnCuePlayback

@Suite("Plug-ins that are left out")
struct UnneededPluginsTests {
    @Test(
        "What plays sound is kept",
        arguments: [
            "audioconvert", "audioresample", "scaletempo", "volume", "capsfilter", "typefind", "decodebin", "appsrc",
            "appsink", "fakesink", "tcpclientsink", "pulsesink", "flacdec", "flacparse", "wavparse", "aiffparse",
            "mpegaudioparse", "mpg123audiodec", "oggdemux", "vorbisdec", "opusdec", "qtdemux",
            "matroskademux", "id3demux", "icydemux", "hlsdemux",
        ])
    func kept(element: String) {
        #expect(Element(element) != nil)
    }

    @Test("What makes pictures is left out", arguments: ["videotestsrc", "videoconvert", "videobox"])
    func leftOut(element: String) {
        #expect(Element(element) == nil)
    }

    @Test("All plug-ins are kept for a sink that may make other elements")
    func namedSinks() {
        #expect(OutputPreference.named("a2dpsink").mayNeedOthers)
        #expect(!OutputPreference.named("alsasink").mayNeedOthers)
        #expect(!OutputPreference.pulse(server: "unix:/none").mayNeedOthers)
    }
}
