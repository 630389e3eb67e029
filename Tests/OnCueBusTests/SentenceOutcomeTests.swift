// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueIntents
import OnCueInterface
import OnCueRuntime
import OnCueSentences
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What is understood is done, or answered as people speak")
@MediaActor
struct SentenceOutcomeTests {
    private static let words = ["must be", "cannot be \"", "is for what plays now"]

    /// Plays a track with three chapters, 40 s before the end of the first.
    private func rig() async throws -> ServiceRig {
        let rig = try await ServiceRig()
        let starts: [Duration] = [.zero, .seconds(50), .seconds(100)]
        let chapters = starts.enumerated().map { Chapter(start: $1, title: "Part \($0 + 1)") }
        rig.chapterReader.set(.success(ChapterList(chapters)), for: Track.full.identifier)
        try rig.controller.perform(.play([.full, .sample("b2")], startingAt: 0, shuffled: nil))
        rig.engine.advance(by: .seconds(10))
        await rig.settle()
        return rig
    }

    /// Each word that a sentence of an intent can mean; to play takes the time until something is heard.
    private nonisolated static let meanings: [(String, String, ParameterValue)] =
        SentenceIntent.all.filter { $0.name != "play" }.flatMap { intent in
            intent.slots.sorted { $0.key < $1.key }.flatMap { slot, kind in
                values(of: kind).map { (intent.name, slot, $0) }
            }
        }

    private nonisolated static func values(of kind: SentenceIntent.Kind) -> [ParameterValue] {
        switch kind {
        case .word(let words): words.map { .text($0) }
        case .flag: [.flag(true)]
        case .clock: [.text("06:30")]
        case .text: [.text("home")]
        case .number, .seconds: []
        }
    }

    @Test("No word of the sentences is refused with the words of a parameter", arguments: meanings)
    func meanings(intent: String, slot: String, value: ParameterValue) async throws {
        let rig = try await rig()
        let desk = try #require(rig.desks).intents

        let outcome = try await desk.perform(IntentRequest(intent, [slot: value], isConfirmed: true))

        #expect(!Self.words.contains { outcome.sentence.contains($0) }, "\(outcome.sentence)")
        let declared = BuiltinIntents.all.first { $0.name.intent == intent }?.results ?? []
        #expect(declared.isSuperset(of: outcome.properties.keys), "\(outcome.properties.keys) are known to shortcuts")
    }

    @Test(
        "A number out of its limits is answered with them, in both languages",
        arguments: [
            ("stop in 30 hours", "The time can be from 1 s to 24 h, not 30 h"),
            ("stopp in 30 Stunden", "Die Zeit kann von 1 s bis 24 h sein, nicht 30 h"),
        ])
    func limits(sentence: String, answer: String) async throws {
        let rig = try await rig()
        var options = SayOptions()
        options.language = sentence.hasPrefix("stopp ") ? "de" : "en"

        let outcome = try await #require(rig.desks).intents.say(sentence, options)

        #expect(outcome.state == .failed && outcome.sentence == answer, "\(outcome.sentence)")
        #expect(outcome.code == "InvalidValue")
    }

    @Test(
        "What is said in German is answered in German, questions too",
        arguments: [
            ("lautstärke 40 prozent", "Lautstärke 40%"), ("was läuft gerade", "Es läuft So What von Ada, Cy (1 von 2)"),
            ("schlaftimer aus", "Schlaftimer aus"),
            ("stopp nach diesem lied", "Die Wiedergabe hält am Ende des Titels an"),
            ("stopp in 30 stunden", "Die Zeit kann von 1 s bis 24 h sein, nicht 30 h"),
            ("wiederhole dieses lied", "Dieser Titel wird wiederholt"),
            ("qwertz uiop", "„qwertz uiop“ verstehe ich nicht"),
        ])
    func german(sentence: String, answer: String) async throws {
        let rig = try await rig()

        let outcome = try await #require(rig.desks).intents.say(sentence, SayOptions(language: "de_DE.UTF-8"))

        #expect(outcome.sentence == answer)
    }

    @Test("The answer to a question keeps to the language, and that of English is English")
    func conversation() async throws {
        let rig = try await rig()
        let desk = try #require(rig.desks).intents
        var request = IntentRequest("volume", ["level": .number(30)])
        #expect(try await desk.perform(request).sentence == "Volume 30%")
        request.language = "de"
        #expect(try await desk.perform(request).sentence == "Lautstärke 30%")
        request.language = "xx"
        #expect(try await desk.perform(request).sentence == "Volume 30%")
        var alarm = IntentRequest("alarm")
        alarm.language = "de"
        let asked = try await desk.perform(alarm)
        #expect(asked.state == .asks && asked.sentence == "Um wie viel Uhr?")
    }

    @Test("To stop at the end of the chapter is a timer for the rest of it, at the rate at which it plays")
    func chapter() async throws {
        let rig = try await rig()
        let desk = try #require(rig.desks).intents
        try rig.controller.perform(.setRate(2))
        rig.engine.advance(by: .zero)
        await rig.settle()

        let outcome = try await desk.say("stop at the end of this chapter", SayOptions())

        #expect(outcome.state == .done, "\(outcome.sentence)")
        #expect(
            outcome.sentence.hasPrefix("Playback will pause at the end of the chapter, in 0:"), "\(outcome.sentence)")
        guard case .time(let rest)? = try await rig.desks?.nowPlaying.nowPlaying().sleep else {
            Issue.record("there is no timer")
            return
        }
        #expect(rest > .seconds(10) && rest <= .seconds(20), "\(rest)")
    }

    @Test("What has no chapters says so, and what can be said instead")
    func noChapter() async throws {
        let rig = try await ServiceRig()
        try rig.controller.perform(.play([.sample("b2")], startingAt: 0, shuffled: nil))
        rig.engine.advance(by: .zero)
        await rig.settle()

        let outcome = try await #require(rig.desks).intents.say("stop at the end of this chapter", SayOptions())

        #expect(outcome.state == .failed)
        #expect(outcome.sentence.hasSuffix("has no chapters here; playback can pause after the track or the queue"))
    }
}
