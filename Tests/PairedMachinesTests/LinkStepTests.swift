// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Steps on links, and who takes them")
struct LinkStepTests {
    @Test(
        "Only short lines that read what is shared count as that, and pieces of files by themselves",
        arguments: [
            (#"{"do":"file","track":"x"}"#, LinkStep.piece), (#"{"do":"shares"}"#, .reading),
            (#"{"x":1,"do":"browse"}"#, .reading), (#"{"do":"item","of":"x"}"#, .reading),
            (#"{"do":"prepare","queue":{"do":"file"}}"#, .deed),
            (#"{"do":"queue","x":"\"do\":\"file\""}"#, .deed), (#"{"do":["file"]}"#, .deed), ("file", .deed),
            ("", .deed), (#"{"do":"file"#, .deed),
        ])
    func kinds(line: String, kind: LinkStep) {
        #expect(LinkStep(line: line) == kind, "\(line)")
        let long = String(line.dropLast()) + ",\"y\":\"" + String(repeating: "x", count: 4_096) + "\"}"
        #expect(LinkStep(line: long) == .deed)
    }

    @Test("Whoever reads much waits, the longer the more it reads, and never less than its share takes")
    func pace() {
        var limit = RateLimit(10, each: .milliseconds(10))
        let delays = (0..<30).map { _ in limit.delay(at: .zero) }
        #expect(delays.prefix(10).allSatisfy { $0 == .zero })
        #expect(delays[10] > .milliseconds(9) && delays[10] < .milliseconds(11))
        #expect(delays[29] > .milliseconds(199) && delays[29] < .milliseconds(201))
        let later = limit.delay(at: .seconds(10))
        #expect(later == .zero)
    }

    @Test("A caller is the one that the link proves, and nothing else is one")
    func caller() throws {
        let text = String(repeating: "0f", count: 32)
        let identifier = try #require(MachineIdentifier(text))
        let caller = LinkCaller(PairedMachine(identifier: identifier, name: "desk", host: "h", port: 1))
        #expect(LinkCaller(line: caller.line) == caller)
        for line in [
            "", "{}", "{\"caller\":\"\(text)\"}", "{\"caller\":\"0f\",\"name\":\"desk\"}",
            "{\"caller\":\"\(text)\",\"name\":\"a b\"}", "{\"do\":\"queue\"}",
        ] { #expect(LinkCaller(line: line) == nil, "\(line)") }
    }
}
