// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue provider")
struct ProviderCommandTests {
    @Test("The list shows icon and error, and JSON everything")
    func list() async throws {
        var record = ProviderRecord(
            busName: "org.example.Music", objectPath: "/x", name: "Music", identifier: "provider:org.example.Music",
            state: "unavailable", lastError: "it is not running")
        record.icon = "folder-music"
        record.deadline = .milliseconds(500)
        let session = Session { [record] in $0.providers = [record] }

        await session.run("provider")
        let line = session.data.text
        await session.run("provider", "--json")
        let item = try #require(try JSONValue(parsing: session.data.text)["items"]?.arrayValue?.first)

        #expect(line == "Music  unavailable  org.example.Music  folder-music  it is not running\n")
        #expect(item["icon"]?.stringValue == "folder-music")
        #expect(item["deadline"] == .double(0.5))
    }

    @Test("A program is added with name, icon and deadline; a deadline out of bounds is wrong use")
    func add() async {
        let session = Session()

        #expect(
            await session.run(
                "provider", "add", "--name", "Far", "--icon", "folder", "--deadline", "5", "org.example.Far")
                == .done)
        #expect(session.service.calls.contains("add provider org.example.Far /org/example/Far Far folder 5000 ms"))
        for wrong in ["0.09", "31", "x", "-1", "nan"] {
            #expect(await session.run("provider", "add", "org.example.Far", "--deadline=\(wrong)") == .wrongWords)
        }
    }

    @Test("A name that no program has is refused with the nearest one, unless it is forced")
    func unknown() async {
        let session = Session()

        #expect(await session.run("provider", "add", "org.example.Musik") == .nothingFound)
        #expect(
            session.talk.text
                == "oncue: no program with the name org.example.Musik runs or can be started; "
                + "did you mean org.example.Music? (--force adds it all the same)\n")
        #expect(session.service.calls == ["program names"], "they are asked for once")
        #expect(await session.run("provider", "add", "com.other.Nothing") == .nothingFound)
        #expect(session.talk.text.hasSuffix("can be started; add it all the same with --force\n"))
        #expect(await session.run("provider", "add", "com.other.Nothing", "--force") == .done)
        #expect(session.service.calls.contains { $0.hasPrefix("add provider com.other.Nothing") })
    }

    @Test("One that does not run is added, and the answer says that it is not there")
    func absent() async throws {
        var provider = Samples.provider
        provider.state = "unavailable"
        let session = Session { $0.providers = [provider] }

        #expect(await session.run("provider", "add", "org.example.Music") == .done)
        #expect(
            session.talk.text
                == "Added org.example.Music, which is not running; its content appears as soon as it runs\n")
    }
}
