// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("Web pages, from a web server to the sound")
struct PageEndToEndTests {
    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 60)
        return try HTTPServer { request in
            switch request.path {
            case "/tour": .text(FakePages.markup, [("Content-Type", "text/html; charset=utf-8")])
            case "/empty": .text("<!doctype html><title>Nothing</title>", [("Content-Type", "text/html")])
            case "/show":
                .text(
                    "<!doctype html><link rel=alternate type=application/rss+xml href=/feed>",
                    [("Content-Type", "text/html")])
            case "/feed":
                .text(
                    "<rss><channel><title>Backstage</title><item><title>One</title><guid>1</guid>"
                        + "<enclosure url=\"http://\(request.fields["host"] ?? "")/1.wav\" type=\"audio/wav\"/></item>"
                        + "</channel></rss>")
            default: HTTPServer.file(sound, tag: "\"1\"", for: request)
            }
        }
    }

    @Test("A page is shown, played, subscribed to, and gives its station")
    func takes() async throws {
        let machine = try await Machine()
        let server = try Self.serve()

        let page = try await machine.json("page", server.address + "/tour")
        #expect(page["title"] == "Valve & Feather on tour")
        #expect(page["events"]?[0]?["location"]?["name"] == "Waldbühne")
        #expect(page["episodes"]?[0]?["audio"]?.stringValue == server.address + "/van.wav")

        let played = try await machine.oncue(["play", server.address + "/tour"])
        #expect(played.status == 0, "\(played.errors)")
        #expect(played.errors.contains("\"The van\", an episode that the web page names"), "\(played.errors)")
        #expect(try await machine.json("now")["status"] == "playing")

        let subscribed = try await machine.oncue(["podcast", "add", server.address + "/show"])
        #expect(subscribed.errors.contains("Subscribed to \"Backstage\""), "\(subscribed.errors)")
        #expect(subscribed.errors.contains("its feed is \(server.address)/feed"), "\(subscribed.errors)")

        try await machine.done("radio", "add", server.address + "/tour")
        #expect(try await machine.json("radio")["items"]?[0]?["title"] == "Kestrel")
        try await machine.done("play", "Radio/Kestrel")
    }

    @Test("Events of artists in the library are kept, found by day, opened, completed, and erased")
    func events() async throws {
        let machine = try await Machine()
        let server = try Self.serve()
        let before = try await machine.oncue(["events", "keep", server.address + "/tour"])
        #expect(before.status == 3)
        #expect(before.errors.contains("--all"), "nobody is in the library yet: \(before.errors)")
        try await machine.done("library", "add", Products.media)

        let named = try await machine.json("shortcut", "do", "keepEvents", "url=\(server.address)/tour", "all=yes")
        #expect(named["sentence"]?.stringValue?.hasPrefix("Kept ") == true, "\(named)")
        for event in named["lines"]?.arrayValue ?? [] {
            try await machine.done("events", "remove", event.stringValue ?? "", "--yes")
        }
        let kept = try await machine.json("events", "keep", server.address + "/tour")
        #expect(kept["total"] == 1)
        #expect(kept["items"]?[0]?["artists"]?[0]?.stringValue?.hasPrefix("artist:") == true)

        let found = try await machine.json("search", "kind:event after:2026-12-11 before:2027")
        #expect(found["items"]?[0]?["title"] == "Little Gears live")
        #expect(found["items"]?[0]?["location"]?["city"] == "Berlin")
        #expect(try await machine.oncue(["search", "kind:event after:2026-12-12"]).status == 3)
        let words = try await machine.json("search", "little gears")
        let kinds = words["items"]?.arrayValue?.map { $0["kind"]?.stringValue ?? "" } ?? []
        #expect(!kinds.isEmpty && !kinds.contains("event"), "what does not play is found on request only")
        let opened = try await machine.oncue(["open", "little gears live"])
        #expect(opened.errors.contains("opens geo: addresses"), "the venue is known: \(opened.errors)")
        // Nothing is proposed when the service has not answered within a second.
        for (kind, words, proposed) in [
            ("location", "wald", "Waldbühne\t"), ("telephone", "+49", "+49 30 1234567\tWaldbühne"),
            ("city", "Berl", "Berlin\t"), ("name", "valve", "Valve & Feather\tPerformer"),
        ] {
            try await waitUntil("\(proposed) is proposed for \(words)") {
                try await machine.done("complete", kind, words).hasPrefix(proposed)
            }
        }
        try await waitUntil("the address is proposed") {
            try await machine.done("complete", "address", "glocken").contains("14053 Berlin")
        }

        try await machine.done("quit")
        #expect(try await machine.json("events")["total"] == 1, "it is on disk")
        try await machine.done("events", "remove", "little gears", "--yes")
        #expect(try await machine.json("events")["total"] == 0)
    }

    @Test("A page without sound says so, and a sound is not a page")
    func refuses() async throws {
        let machine = try await Machine()
        let server = try Self.serve()

        let silent = try await machine.oncue(["play", server.address + "/empty"])
        #expect(silent.status != 0)
        #expect(silent.errors.contains("a web page"), "\(silent.errors)")
        try await machine.done("play", server.address + "/tour")
        let playing = try await machine.json("now")["title"]
        for words in [["play"], ["queue", "add"]] {
            let refused = try await machine.oncue(words + [server.address + "/empty"])
            #expect(refused.status != 0)
            let now = try await machine.json("now")
            #expect(now["status"] == "playing" && now["title"] == playing, "what plays goes on")
        }
        #expect(try await machine.json("queue")["total"] == 1)
        let feed = try await machine.oncue(["play", server.address + "/show"])
        #expect(feed.errors.contains("oncue podcast add"), "\(feed.errors)")
        let sound = try await machine.oncue(["page", server.address + "/van.wav"])
        #expect(sound.errors.contains("is not a web page"), "\(sound.errors)")
        let missing = try await machine.oncue(["page", "http://127.0.0.1:1/"])
        #expect(missing.status != 0)
    }
}
