// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueCore
import OnCueHandoff
import OnCueInterface
import PairedMachines
import SharedListening
import Testing

@testable import OnCueTerminal

@Suite("oncue handoff sync")
struct SyncCommandTests {
    private struct Links: MachineLinks {
        var machines: [PairedMachine]
        func state() async throws(CommandFailure) -> LinkState { LinkState(machines: machines) }
        func forget(_ name: String?) async throws(CommandFailure) -> LinkState { LinkState() }
        func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState { LinkState() }
        func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
            throw CommandFailure(.failed, "not here")
        }
    }

    /// Answers with these lines.
    private struct Machines: RemoteMachines {
        let lines: [String: String]
        func way(to host: String) async throws(ServiceError) -> MachineWay { .pairing }
        func open(
            _ host: String, by way: MachineWay, again: Bool
        ) async throws(ServiceError) -> any HandoffChannel {
            guard let line = lines[host] else { throw ServiceError(.unavailable, "\(host) cannot be reached") }
            return Channel(line: line)
        }
        private struct Channel: HandoffChannel {
            let line: String
            func exchange(_ line: String) async throws(HandoffLoss) -> String { self.line }
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

    @Test("Where nothing is shared, no machine is asked")
    func off() async {
        let session = session(["kitchen": empty], shares: false)
        #expect(await session.run("handoff", "sync") != .done)
        #expect(session.talk.text.contains("listening is not shared here"))
    }
}
