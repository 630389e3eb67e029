// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@Suite("Sharing and reminding with the real programs", .timeLimit(.minutes(5)))
struct ShareStoryTests {
    @Test("Items are named by words, too, and what is shared is whose it is, and not how much of it was heard")
    func words() async throws {
        let machine = try await Machine()
        let server = try HTTPServer { _ in
            .text(
                "<rss xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel><title>City Walks</title>"
                    + "<item><title>Along the harbour</title><guid>1</guid><enclosure url='http://127.0.0.1:9/1.mp3'"
                    + " type='audio/mpeg'/><podcast:location geo='geo:60.4,5.3'>Bergen</podcast:location></item>"
                    + "</channel></rss>")
        }
        _ = try await machine.startDaemon()
        try await machine.done("podcast", "add", server.address)

        let episode = try await machine.done("share", "along", "harbour", "--by", "print")
        #expect(episode == "Along the harbour – City Walks\nhttp://127.0.0.1:9/1.mp3\n")
        let podcast = try await machine.done("share", "Podcasts/City Walks", "--by", "print")
        #expect(podcast == "City Walks\n\(server.address)\n")
        let reminder = try await machine.oncue(["remind", "along", "harbour", "--in", "10m"])
        #expect(reminder.errors.hasPrefix("You will be reminded of \"Along the harbour\""), "\(reminder)")
        for words in [["share", "nothing like it"], ["remind", "nothing like it", "--in", "10m"]] {
            let error = try await machine.oncue(words)
            #expect(error.status == 3)
            #expect(error.errors.contains("nothing in the library matches \"nothing like it\""), "\(error)")
        }
    }
}
