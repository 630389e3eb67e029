// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueHandoff
import OnCueInterface
import PairedMachines
import SharedListening
import Synchronization
import Testing

@testable import OnCueTerminal

private final class AskedLines: Sendable {
    let lines = Mutex<[String]>([])
}

@Suite("oncue handoff sync")
struct SyncCommandTests {
    private struct Links: MachineLinks {
        var machines: [PairedMachine]
        func state() async throws(CommandFailure) -> LinkState { LinkState(machines: machines) }
        func forget(_ name: String?) async throws(CommandFailure) -> LinkState {
            if machines.isEmpty { throw CommandFailure(.failed, "it is not to be asked") }
            return LinkState()
        }
        func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState { LinkState() }
        func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
            throw CommandFailure(.failed, "not here")
        }
    }

    /// Answers with these lines.
    private struct Machines: RemoteMachines {
        let lines: [String: String]
        var asked: AskedLines?
        func way(to host: String) async throws(ServiceError) -> MachineWay { .pairing }
        func open(
            _ host: String, by way: MachineWay, again: Bool
        ) async throws(ServiceError) -> any HandoffChannel {
            guard let line = lines[host] else { throw ServiceError(.unavailable, "\(host) cannot be reached") }
            return Channel(line: line, asked: asked)
        }
        private struct Channel: HandoffChannel {
            let line: String
            let asked: AskedLines?
            func exchange(_ line: String) async throws(HandoffLoss) -> String {
                asked?.lines.withLock { $0.append(line) }
                return self.line
            }
            func close() async {}
        }
    }

    private func session(_ lines: [String: String], shares: Bool = true) -> Session {
        let session = Session { $0.sharedListening = shares ? SharedMessage(kinds: [.plays]).text : nil }
        let machines = ["kitchen", "bath"].compactMap { name in
            MachineIdentifier(String(repeating: "2", count: 64)).map {
                PairedMachine(identifier: $0, name: name, host: "10.0.0.2", port: LinkPort.usual)
            }
        }
        session.links = Links(machines: machines)
        session.machines = Machines(lines: lines)
        return session
    }

    private let empty = "{\"answer\":\(SharedMessage(kinds: [.plays]).text)}"

    @Test("Each machine has a line: what came and went, or why not")
    func lines() async {
        let session = session(["kitchen": empty])
        #expect(await session.run("handoff", "sync") == .done)
        #expect(session.data.text == "kitchen: 0 changes came, 0 went\nbath: bath cannot be reached\n")
        #expect(await session.run("handoff", "sync", "--json") == .done)
        #expect(
            session.data.text.contains("{\"name\":\"kitchen\",\"reachable\":true,\"came\":0,\"went\":0,\"note\":\"\"}"))
    }

    @Test("A single machine that refuses is an error, and so is one that is not paired")
    func errors() async {
        let refusing = session(["kitchen": "{\"error\":\"Refused\",\"message\":\"listening is not shared here\"}"])
        #expect(await refusing.run("handoff", "sync", "kitchen") != .done)
        #expect(refusing.talk.text.contains("kitchen: listening is not shared here"))
        #expect(await refusing.run("handoff", "sync", "cellar") == .nothingFound)
        let silent = session(["kitchen": "nonsense"])
        #expect(await silent.run("handoff", "sync", "kitchen") != .done)
    }

    /// A message that has a play.
    private func message(_ digit: Character, note: String = "") -> SharedMessage {
        let item = ToldItem(StableKey(hashing: [1]).identifier(.track), HandedEntry(title: "One"))
        let entry = SharedEntry(1, at: 1, .played(item, .heard, position: 5, .user, song: nil))
        let stream = SharedStream(String(repeating: digit, count: 32), .plays)
        return SharedMessage(kinds: [.plays], parts: [SharedPart(stream, after: 0, through: 1, [entry])], note: note)
    }

    @Test("What is not taken in one direction does not end the other one, and neither goes on without end")
    func notes() async {
        let session = session([:])
        let asked = AskedLines()
        session.machines = Machines(
            lines: ["kitchen": "{\"answer\":\(message("a", note: "no room there").text)}"], asked: asked)
        session.service.change { $0.sharedListening = message("b", note: "no room here").text }
        #expect(await session.run("handoff", "sync", "kitchen") == .done)
        #expect(session.data.text == "kitchen: 0 changes came, 0 went; no room there\n", "nothing was taken")
        #expect(asked.lines.withLock { $0.count } == 2)
    }

    @Test("What came and went is what is kept, whatever the other machine says that it has")
    func counts() async {
        let session = session([:])
        var answer = message("a")
        answer.have = [SharedStream(String(repeating: "b", count: 32), .plays): 1]
        answer.taken = 0
        var here = message("b")
        here.taken = 1
        session.machines = Machines(lines: ["kitchen": "{\"answer\":\(answer.text)}"])
        session.service.change { [here] in $0.sharedListening = here.text }
        #expect(await session.run("handoff", "sync", "kitchen") == .done)
        // Two messages went to and fro, since the one that is told in vain is told once more.
        #expect(session.data.text == "kitchen: 2 changes came, 0 went\n", "\(session.data.text)")
        answer.taken = 2_000
        session.machines = Machines(lines: ["kitchen": "{\"answer\":\(answer.text)}"])
        #expect(await session.run("handoff", "sync", "kitchen") == .done)
        #expect(session.data.text.hasSuffix("kitchen: 2 changes came, 2 went\n"), "no more than were told")
    }

    @Test("A queue without entries, and figures of any size, are shown as well as they can be")
    func hostile() async {
        let queue = HandedQueue(machine: "kitchen", run: 7, entries: [], current: 0)
        let session = session(["kitchen": "{\"answer\":\(HandoffJSON.json(queue).text())}"])
        #expect(await session.run("handoff") == .done)
        #expect(session.data.text == "kitchen: nothing\nbath: cannot be reached\n")
        var state = TogetherState(.inStep, machine: "kitchen", title: "One")
        state.behind = .min
        session.service.change { $0.together = state }
        #expect(await session.run("together") == .done)
    }

    @Test("Why not all is shared is shown where the machines are")
    func reasons() async {
        let session = session([:])
        session.service.change {
            $0.listeningNotes = [ListeningNote(String(repeating: "2", count: 64), "no room there")]
        }
        #expect(await session.run("handoff", "machines") == .done)
        #expect(session.data.text.contains("kitchen: not all is shared: no room there\n"))
        #expect(await session.run("handoff", "machines", "--json") == .done)
        #expect(session.data.text.contains("\"note\":\"no room there\""))
    }

    @Test("What came from a machine is erased before it is forgotten, and can be afterwards")
    func erase() async {
        let session = session([:])
        #expect(await session.run("handoff", "forget", "kitchen", "--erase") == .done)
        #expect(session.service.calls.count { $0 == "erase what came from 2222" } == 2)
        session.links = Links(machines: [])
        #expect(await session.run("handoff", "forget", String(repeating: "2", count: 64), "--erase") == .done)
        #expect(session.service.calls.count { $0 == "erase what came from 2222" } == 3)
        #expect(await session.run("handoff", "forget", "kitchen", "--erase") != .done)
    }

    @Test("Where nothing is shared, no machine is asked")
    func off() async {
        let session = session(["kitchen": empty], shares: false)
        #expect(await session.run("handoff", "sync") != .done)
        #expect(session.talk.text.contains("listening is not shared here"))
    }
}
