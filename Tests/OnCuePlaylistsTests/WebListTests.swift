// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlaylists
import Testing

@Suite("Lists where sound was promised")
struct WebListTests {
    private func locate(_ text: String, type: String? = "audio/mpeg") async throws(PlaybackError) -> String {
        guard let address = MediaLocation(uri: "http://host/listen") else { return "" }
        let locator = WebListLocator { address async throws(PlaybackError) in
            RemoteList(bytes: Array(text.utf8), contentType: type, address: address)
        }
        return try await locator.locate(address, isRetry: true).uri
    }

    @Test("the first stream of a list is played, whatever the server calls it")
    func lists() async throws {
        #expect(try await locate("#EXTM3U\n#EXTINF:-1,Jazz\nhttp://host/jazz\nhttp://host/b") == "http://host/jazz")
        #expect(try await locate("[playlist]\nFile1=http://host/one\n") == "http://host/one")
        #expect(try await locate("http://host/two\n", type: "audio/x-mpegurl") == "http://host/two")
    }

    @Test("what is no list stays what it is")
    func others() async throws {
        #expect(try await locate("this is no list\nof anything") == "http://host/listen")
        #expect(try await locate("#EXTM3U\n#EXT-X-TARGETDURATION:2\na.ts\n") == "http://host/listen")
    }

    @Test(
        "a web page, and a list that leads nowhere, say so",
        arguments: [
            ("<!DOCTYPE html><p>Listen!", "audio/mpeg"), ("<p>Hello", "text/html; charset=utf-8"),
            ("#EXTM3U\n", "audio/mpeg"),
            ("#EXTM3U\nhttp://host/listen\n", "audio/mpeg"), ("#EXTM3U\nfile:///etc/passwd\n", "audio/mpeg"),
        ])
    func nothing(text: String, type: String) async {
        let error = await #expect(throws: PlaybackError.self) { try await locate(text, type: type) }
        #expect(error?.code == .notPlayable)
    }
}
