// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueActivities
import OnCueCore
import OnCueHandoff
import OnCueInterface
import Synchronization
import Testing

@testable import OnCueTerminal

@Suite("oncue handoff")
struct HandoffCommandTests {
    /// Machines by their names, each a service behind lines.
    private struct Machines: RemoteMachines {
        let services: [String: FakeService]
        var paired: Set<String> = []

        func way(to host: String) async throws(ServiceError) -> MachineWay { paired.contains(host) ? .pairing : .ssh }

        func open(
            _ host: String, by way: MachineWay, again: Bool
        ) async throws(ServiceError) -> any HandoffChannel {
            guard let service = services[host] else {
                throw ServiceError(.unavailable, "ssh cannot reach \(host); try: ssh \(host)")
            }
            return Channel(service: service)
        }

        private struct Channel: HandoffChannel {
            let service: FakeService
            func exchange(_ line: String) async throws(HandoffLoss) -> String {
                if let answer = await ActivityStep.answer(to: line, by: service) { return answer }
                return await HandoffStep.answer(to: line, by: service)
            }
            func close() async {}
        }
    }

    private static func queue(_ titles: String..., isPlaying: Bool = true) -> HandedQueue {
        HandedQueue(
            machine: "there", entries: titles.map { HandedEntry(title: $0) }, current: 0, position: .seconds(190),
            isPlaying: isPlaying)
    }

    private func session(here: HandedQueue?, there: HandedQueue?) -> (Session, FakeService) {
        let session = Session { $0.handedQueue = here }
        let other = FakeService {
            $0.handedQueue = there
            $0.handedQueue?.run = 2
        }
        session.machines = Machines(services: ["kitchen": other])
        return (session, other)
    }

    @Test("What plays here continues there")
    func to() async {
        let (session, kitchen) = session(here: Self.queue("Blue", "Green"), there: Self.queue("Blue", "Green"))
        #expect(await session.run("handoff", "to", "kitchen") == .done)
        #expect(session.talk.text == "here plays Blue at 3:10\n")
        #expect(session.service.calls == ["handed queue", "release 7"])
        #expect(kitchen.calls == ["prepare Blue, Green", "begin 7 at 190.0 playing"])
    }

    @Test("What plays there continues here, and what is not here is named")
    func from() async {
        let (session, kitchen) = session(here: Self.queue("Blue"), there: Self.queue("Blue", "Green", "Gold"))
        #expect(await session.run("handoff", "from", "kitchen") == .done)
        #expect(
            session.talk.text == """
                here plays Blue at 3:10
                1 of 3 entries is there; not there: Green, Gold

                """)
        #expect(kitchen.calls == ["handed queue", "release 7"])
    }

    @Test("What is done there in a program is taken up, and stays there")
    func activity() async throws {
        let (session, kitchen) = session(here: nil, there: Self.queue("Blue"))
        #expect(await session.run("handoff", "from", "kitchen", "--activity") == .nothingFound)
        #expect(session.talk.text == "oncue: nothing is done at kitchen that can be taken up here\n")

        var concert = Activity(
            .init("org.example.Concerts", "1"), type: "org.example.Concerts.concert", title: "Blue Note, Friday",
            eligibility: .handoff)
        concert.webPage = "https://example.org/friday"
        kitchen.change { [concert] in
            $0.activities = [ActivityRecord(concert, programName: "Concerts", isCurrent: true)]
        }
        #expect(await session.run("handoff", "from", "kitchen", "--activity") == .done)
        #expect(session.service.calls == ["take up Blue Note, Friday"])
        #expect(session.talk.text.hasSuffix("Opened https://example.org/friday\n"))
        #expect(await session.run("handoff", "from", "kitchen", "--activity", "--json") == .done)
        #expect(session.data.text == "{\"how\":\"page\",\"detail\":\"https://example.org/friday\"}\n")

        // One that other machines are not offered.
        concert.eligibility = .search
        kitchen.change { [concert] in
            $0.activities = [ActivityRecord(concert, programName: "Concerts", isCurrent: true)]
        }
        #expect(await session.run("handoff", "from", "kitchen", "--activity") == .nothingFound)
    }

    @Test("What programs of other machines let be found is found there by its words, and taken up by its title")
    func found() async throws {
        let (session, kitchen) = session(here: nil, there: nil)
        func activity(_ title: String, _ eligibility: Activity.Eligibility) -> ActivityRecord {
            var activity = Activity(
                .init("org.example.Concerts", title), type: "org.example.Concerts.concert", title: title,
                eligibility: eligibility)
            activity.webPage = "https://example.org/" + title.filter(\.isLetter).lowercased()
            return ActivityRecord(activity, programName: "Concerts")
        }
        kitchen.change {
            $0.activities = [
                activity("Blue Note, Friday", [.search, .everyone]), activity("Blue Hall", .everyone),
                activity("Blue Secret", [.search, .handoff]),
            ]
        }
        #expect(await session.run("handoff", "from", "kitchen", "--activity", "blue", "ha") == .done)
        #expect(session.talk.text == "Opened https://example.org/bluehall\n")
        #expect(await session.run("handoff", "from", "kitchen", "--activity", "blue") == .nothingFound)
        #expect(session.talk.text.hasSuffix("it may be \"Blue Note, Friday\", \"Blue Hall\"; give more of the title\n"))
        #expect(await session.run("handoff", "from", "kitchen", "--activity", "secret") == .nothingFound)
        #expect(await session.run("handoff", "from", "kitchen", "blue") == .wrongWords)
    }

    @Test("As JSON")
    func json() async throws {
        let (session, _) = session(here: Self.queue("Blue", isPlaying: false), there: Self.queue("Blue"))
        #expect(await session.run("handoff", "to", "kitchen", "--json") == .done)
        #expect(
            session.data.text == """
                {"source":"there","target":"here","by":"ssh","title":"Blue","position":190.0,"playing":false,"silence":0.0,\
                "total":1,"found":1,"missing":[],"fetched":0,"refusal":null,"elsewhere":false}

                """)
    }

    @Test("A machine that cannot be reached, and an empty queue, leave everything as it is")
    func failures() async {
        let (session, _) = session(here: Self.queue("Blue"), there: nil)
        #expect(await session.run("handoff", "to", "cellar") == .noService)
        #expect(session.talk.text == "oncue: ssh cannot reach cellar; try: ssh cellar\n")
        #expect(session.service.calls == [])
        #expect(await session.run("handoff", "from", "kitchen") == .failed)
        #expect(session.talk.text.contains("kitchen: the queue is empty"))
        #expect(await session.run("handoff", "to", "kitchen") == .nothingFound)
        #expect(session.service.calls == ["handed queue"], "it was not released")
    }

    @Test(
        "A word that ssh would take for an option is no machine", arguments: ["-oProxyCommand=x", "a b", "", "a\u{7}"])
    func host(word: String) async {
        let (session, _) = session(here: nil, there: nil)
        #expect(await session.run("handoff", "to", "--", word) == .wrongWords)
    }

    @Test("The other end greets, and answers line by line what it is asked")
    func serve() async throws {
        final class Input: ByteInput {
            let parts: Mutex<[[UInt8]]>
            init(_ parts: [String]) { self.parts = Mutex(parts.map { Array($0.utf8) }) }
            var isTerminal: Bool { false }
            func next() async -> [UInt8]? { parts.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        }
        let session = Session { $0.handedQueue = Self.queue("Blue") }
        session.input = Input(["{\"do\":\"que", "ue\"}\nnonsense\n", "{\"do\":\"discard\",\"number\":3}\n", "rest"])

        #expect(await session.run("handoff", "serve") == .done)

        let lines = session.data.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && HandoffGreeting(line: lines[0]) != nil)
        #expect(try JSONValue(parsing: lines[1])["answer"]?["machine"] == "there")
        #expect(try JSONValue(parsing: lines[2])["error"] == "InvalidValue")
        #expect(lines[3] == "{\"answer\":{}}")
    }
}
