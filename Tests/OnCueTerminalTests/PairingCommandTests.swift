// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueHandoff
import OnCueInterface
import PairedMachines
import Synchronization
import Testing

@testable import OnCueTerminal

@Suite("oncue handoff with paired machines")
struct PairingCommandTests {
    private static func machine(_ name: String, _ digit: Character) -> PairedMachine {
        guard let identifier = MachineIdentifier(String(repeating: digit, count: 64)) else {
            preconditionFailure("64 digits are an identifier")
        }
        return PairedMachine(identifier: identifier, name: name, host: "10.0.0.\(digit)", port: LinkPort.usual)
    }

    /// Links on paper.
    private final class Links: MachineLinks {
        let link: Mutex<LinkState>
        let news: [PairingNews]
        let failure: CommandFailure?
        let calls = Mutex<[String]>([])

        init(_ state: LinkState = LinkState(), news: [PairingNews] = [], failure: CommandFailure? = nil) {
            link = Mutex(state)
            (self.news, self.failure) = (news, failure)
        }

        func state() async throws(CommandFailure) -> LinkState { link.withLock { $0 } }

        func forget(_ name: String?) async throws(CommandFailure) -> LinkState {
            calls.withLock { $0.append("forget \(name ?? "all")") }
            return link.withLock { state in
                state.machines.removeAll { name == nil || $0.name == name }
                return state
            }
        }

        func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState {
            calls.withLock { $0.append("listen \(isOn)") }
            return link.withLock { state in
                state.isListening = isOn
                if let port { state.port = port }
                return state
            }
        }

        func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
            calls.withLock { $0.append("pair \(host ?? "nobody")") }
            return Conversation(links: self)
        }

        private actor Conversation: PairingConversation {
            let links: Links
            private var number = 0

            init(links: Links) { self.links = links }

            func next() throws(CommandFailure) -> PairingNews? {
                guard number < links.news.count else {
                    if let failure = links.failure { throw failure }
                    return nil
                }
                number += 1
                return links.news[number - 1]
            }

            func answer(_ isSame: Bool) { links.calls.withLock { $0.append("same \(isSame)") } }
            func close() {}
        }
    }

    private struct Answers: Questioner {
        let canAsk = true
        let isYes: Bool
        func confirms(_ question: String) -> Bool { isYes }
    }

    private struct Machines: RemoteMachines {
        let queues: KeyValuePairs<String, HandedQueue?>

        private func queue(_ host: String) -> HandedQueue?? { queues.first { $0.key == host }?.value }

        func way(to host: String) async throws(ServiceError) -> MachineWay { queue(host) == nil ? .ssh : .pairing }

        func open(
            _ host: String, by way: MachineWay, again: Bool
        ) async throws(ServiceError) -> any HandoffChannel {
            guard way == .pairing, let queue = queue(host) else { throw ServiceError(.unavailable, "nobody there") }
            return Channel(
                service: FakeService {
                    $0.handedQueue = queue
                    $0.handedQueue?.run = 2
                })
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

    private static func queue(_ title: String, at seconds: Int, isPlaying: Bool = true) -> HandedQueue {
        HandedQueue(
            machine: "there", entries: [HandedEntry(title: title)], current: 0, position: .seconds(seconds),
            isPlaying: isPlaying)
    }

    @Test("Both sides are asked, after the digits are shown, and told what comes next")
    func pair() async {
        let session = Session()
        session.questioner = Answers(isYes: true)
        let links = Links(news: [
            .waiting(hosts: ["10.0.0.1"], port: LinkPort.pairing, seconds: 120),
            .refused(host: "10.0.0.9", reason: "the other end takes too long"),
            .digits("012345", name: "kitchen", host: "10.0.0.2"), .paired(Self.machine("kitchen", "2")),
        ])
        session.links = links
        #expect(await session.run("handoff", "pair") == .done)
        let text = session.talk.text
        #expect(text.contains("oncue handoff pair 10.0.0.1\n") && text.contains("    012 345\n"))
        #expect(text.contains("A call from 10.0.0.9 came to nothing"))
        #expect(text.contains("kitchen is paired\n") && text.contains("oncue handoff listen on"))
        #expect(links.calls.withLock { $0 } == ["pair nobody", "same true"])
        #expect(await session.run("handoff", "pair", "10.0.0.2:7", "--json") == .done)
        #expect(session.data.text.hasPrefix("{\"name\":\"kitchen\",\"id\":\"2222"))
    }

    @Test("A no is passed on, and said")
    func no() async {
        let session = Session()
        session.questioner = Answers(isYes: false)
        let links = Links(
            news: [.digits("012345", name: "kitchen", host: "10.0.0.2")],
            failure: CommandFailure(.failed, "nothing was paired"))
        session.links = links
        #expect(await session.run("handoff", "pair", "10.0.0.2") == .failed)
        #expect(session.talk.text.hasSuffix("oncue: nothing was paired\n"))
        #expect(links.calls.withLock { $0 } == ["pair 10.0.0.2", "same false"])
    }

    @Test("Without a terminal nothing is begun, and it is said how it is done")
    func noTerminal() async {
        let session = Session()
        let links = Links()
        session.links = links
        #expect(await session.run("handoff", "pair") == .failed)
        #expect(session.talk.text.contains("run it in a terminal on both"))
        #expect(links.calls.withLock { $0 }.isEmpty)
    }

    @Test("What paired machines play is shown, also of one that cannot be reached, or plays nothing")
    func overview() async {
        let session = Session()
        session.links = Links(
            LinkState(machines: [
                Self.machine("kitchen", "2"), Self.machine("bath", "3"), Self.machine("attic", "4"),
                Self.machine("cellar", "5"),
            ]))
        session.machines = Machines(queues: [
            "kitchen": Self.queue("Night Crossing", at: 190), "bath": Self.queue("Blue", at: 0, isPlaying: false),
            "attic": nil as HandedQueue?,
        ])
        #expect(await session.run("handoff") == .done)
        #expect(
            session.data.text == """
                kitchen: Night Crossing, 3:10
                bath: Blue, paused
                attic: nothing
                cellar: cannot be reached

                """)
        #expect(await session.run("handoff", "--json") == .done)
        #expect(
            session.data.text.contains(
                "\"title\":\"Night Crossing\",\"artists\":[],\"position\":190.0,\"playing\":true"))
        #expect(session.data.text.contains("{\"name\":\"cellar\",\"reachable\":false,\"title\":null"))
    }

    @Test("A search of paired machines without any says that none is paired, and what to do")
    func searchWithout() async {
        let session = Session()
        #expect(await session.run("search", "--machines", "blue") == .nothingFound)
        #expect(session.talk.text.contains("no machine is paired") && session.talk.text.contains("oncue handoff pair"))
        #expect(!session.talk.text.contains("nothing found"))
        #expect(await session.run("search", "--machines", "blue", "--json") == .nothingFound)
        #expect(session.data.text.contains("\"total\":0"))
    }

    @Test("A search of paired machines says which were not reached, and never that nothing is there of these")
    func searchUnreached() async {
        let session = Session()
        session.links = Links(LinkState(machines: [Self.machine("kitchen", "2"), Self.machine("cellar", "5")]))
        session.machines = Machines(queues: [:])
        #expect(await session.run("search", "--machines", "blue") == .noService)
        for name in ["kitchen", "cellar"] {
            #expect(session.talk.text.contains("\(name) was not reached, and not searched: nobody there"))
        }
        #expect(session.talk.text.contains("oncue handoff listen on") && !session.talk.text.contains("nothing found"))

        session.machines = Machines(queues: ["kitchen": nil as HandedQueue?])
        #expect(await session.run("search", "--machines", "blue") == .nothingFound)
        #expect(session.talk.text.contains("cellar was not reached"))
        #expect(session.talk.text.contains("nothing found for \"blue\""), "\(session.talk.text)")
    }

    @Test("Where none is paired, it is said what to do")
    func none() async {
        let session = Session()
        #expect(await session.run("handoff") == .done)
        #expect(session.data.text.contains("oncue handoff pair"))
    }

    @Test("A paired machine goes before ssh, and the answer says which it was")
    func way() async throws {
        let session = Session { $0.handedQueue = Self.queue("Blue", at: 5) }
        session.machines = Machines(queues: ["kitchen": Self.queue("Blue", at: 1)])
        #expect(await session.run("handoff", "to", "kitchen", "--json") == .done, "\(session.talk.text)")
        #expect(try JSONValue(parsing: session.data.text)["by"] == "pairing")
        #expect(await session.run("handoff", "to", "ann@kitchen", "--json") == .noService, "by ssh, which is not here")
    }

    @Test("Machines are listed and forgotten, and this one listens only when it is told to")
    func manage() async throws {
        let session = Session()
        let links = Links(LinkState(machines: [Self.machine("kitchen", "2"), Self.machine("bath", "3")]))
        session.links = links
        #expect(await session.run("handoff", "machines") == .done)
        #expect(session.data.text.contains("kitchen") && session.data.text.contains("does not listen"))
        #expect(await session.run("handoff", "forget", "bath", "--json") == .done)
        #expect(try JSONValue(parsing: session.data.text)["total"] == 1)
        #expect(await session.run("handoff", "forget") == .wrongWords)
        #expect(await session.run("handoff", "forget", "kitchen", "--all") == .wrongWords)
        #expect(await session.run("handoff", "listen", "on", "--port", "4000") == .done)
        #expect(session.talk.text.contains("on port 4000, until you log out"))
        #expect(await session.run("handoff", "listen", "off") == .done)
        #expect(await session.run("handoff", "listen", "on", "--port", "0") == .wrongWords)
        #expect(links.calls.withLock { $0 } == ["forget bath", "listen true", "listen false"])
    }
}
