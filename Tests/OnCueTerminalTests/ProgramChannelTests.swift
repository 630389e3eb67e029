// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueHandoff
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("Programs that lead to other machines")
struct ProgramChannelTests {
    /// A program that greets, and says something to the first line that it gets.
    private func channel(by way: MachineWay, saying answer: String) async throws -> ProgramChannel {
        let script = "echo '\(HandoffGreeting().line)'; read -r line; echo '\(answer)'; read -r line"
        let channel = try ProgramChannel(
            LeadingProgram(
                host: "kitchen", way: way, program: "/bin/sh", words: ["-c", script], greetingLimit: .seconds(60)))
        try await channel.greet()
        return channel
    }

    @Test("A link that fails while it is open is lost for the reason that it gives, and answers nothing")
    func fault() async throws {
        let line = "{\"fault\":\"late\",\"message\":\"the other machine is silent\"}"
        let channel = try await channel(by: .pairing, saying: line)

        let loss = await #expect(throws: HandoffLoss.self) { _ = try await channel.exchange("{\"do\":\"queue\"}") }

        #expect(loss == HandoffLoss("the other machine is silent"))
        await #expect(throws: HandoffLoss.self) { _ = try await channel.exchange("{\"do\":\"queue\"}") }
    }

    @Test("What another machine says is passed on as it is", arguments: [MachineWay.pairing, .ssh])
    func answer(way: MachineWay) async throws {
        let line = "{\"answer\":{\"fault\":\"none\"}}"
        let channel = try await channel(by: way, saying: line)
        #expect(try await channel.exchange("{\"do\":\"queue\"}") == line)
        await channel.close()
    }
}
