// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import Testing

@testable import SharedListening

@Suite("Messages of shared listening")
struct SharedMessageTests {
    private let log = String(repeating: "ab", count: 16)

    @Test("A message comes back as it went")
    func back() throws {
        var random = SeededNumbers(1)
        var machine = PaperLog(2)
        for time in 0..<200 { machine.change(at: Int64(time), &random) }
        let message = SharedMessage(
            kinds: [.plays, .stars], have: [SharedStream(log, .plays): 7, SharedStream(log, .likes): 1],
            parts: machine.parts(after: [:]), note: "a clock is wrong")
        #expect(try SharedMessage(text: message.text) == message)
        #expect(try JournalStep.answer(in: "{\"answer\":\(message.text)}") == message)
    }

    @Test(
        "What is not whole, not in order, or without bounds is refused",
        arguments: [
            "", "[]", "{}", "{\"version\":2}", "{\"version\":1,\"kinds\":[],\"have\":[],\"parts\":[]}",
            "{\"version\":1,\"kinds\":[],\"have\":{},\"parts\":[{}]}", part("", after: -1, through: 0),
            part("", after: 5, through: 4), part("", after: 0, through: 9_007_199_254_740_993),
            part("{\"n\":1,\"t\":1}", after: 0, through: 1), part(play(1) + "," + play(1), after: 0, through: 2),
            part(play(3), after: 0, through: 2), part(play(2), after: 2, through: 3),
            part(play(1, item: "{\"id\":\"track:x\"}"), after: 0, through: 1),
            part(play(1, item: "{\"id\":\"folder:x\",\"as\":{\"title\":\"x\"}}"), after: 0, through: 1),
            part(play(1, at: "-1"), after: 0, through: 1), part(play(1, at: "1e300"), after: 0, through: 1),
            part(play(1, time: "-5"), after: 0, through: 1),
            part("{\"n\":1,\"t\":1,\"erased\":[[5,4]]}", after: 0, through: 1),
            part("{\"n\":1,\"t\":1,\"erased\":[[0,4]]}", after: 0, through: 1),
            part("{\"n\":1,\"t\":1,\"log\":\"../x\",\"erased\":[[1,4]]}", after: 0, through: 1),
            String(repeating: "[", count: 100_000),
        ])
    func refused(text: String) {
        #expect(throws: ServiceError.self) { try SharedMessage(text: text) }
    }

    private static func part(_ entries: String, after: Int, through: Int) -> String {
        let log = String(repeating: "ab", count: 16)
        return
            "{\"version\":1,\"kinds\":[],\"have\":{},\"parts\":[{\"log\":\"\(log)\",\"kind\":\"plays\",\"after\":\(after),\"through\":\(through),\"entries\":[\(entries)]}]}"
    }

    private static func play(
        _ number: Int, item: String = "{\"id\":\"track:x\",\"as\":{\"title\":\"x\"}}", at: String = "0",
        time: String = "5"
    ) -> String {
        "{\"n\":\(number),\"t\":\(time),\"item\":\(item),\"play\":\"heard\",\"at\":\(at),\"cause\":\"user\"}"
    }

    @Test("Texts are cut, and kinds that are not known yet are passed over")
    func bounds() throws {
        let long = String(repeating: "x", count: 5_000)
        let text = Self.part(
            Self.play(1, item: "{\"id\":\"track:x\",\"as\":{\"title\":\"\(long)\"}}"), after: 0, through: 1)
        let message = try SharedMessage(text: text)
        guard case .played(let item, _, _, _, _) = message.parts.first?.entries.first?.change else {
            Issue.record("no play")
            return
        }
        #expect(item.entry?.title.utf8.count == HandedEntry.textLimit)
        let other = text.replacing("\"kind\":\"plays\"", with: "\"kind\":\"dreams\"")
        #expect(try SharedMessage(text: other).parts.isEmpty)
    }

    @Test("A step is answered only for a machine whose key was compared, and other lines are no steps")
    func steps() async throws {
        let service = FakeSharing()
        #expect(await JournalStep.answer(to: "{\"do\":\"queue\"}", ofMachine: "m", by: service) == nil)
        let line = JournalStep.line(SharedMessage(kinds: [.plays]))
        let refused = await JournalStep.answer(to: line, ofMachine: nil, by: service) ?? ""
        #expect(refused.contains("\"error\":\"Refused\""))
        let answer = await JournalStep.answer(to: line, ofMachine: "m", by: service) ?? ""
        #expect(try JournalStep.answer(in: answer).kinds == [.plays])
        let broken = await JournalStep.answer(to: "{\"do\":\"journal\"}", ofMachine: "m", by: service) ?? ""
        #expect(broken.contains("\"error\":\"InvalidValue\""))
    }
}

private struct FakeSharing: SharedListeningService {
    func exchangeListening(_ machine: String, _ message: String) async throws -> String { message }

    func eraseListening(of machine: String) async throws -> Int { 0 }
    func listeningNotes() async throws -> [ListeningNote] { [] }
}
