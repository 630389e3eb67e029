// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueIntents
import OnCueInterface
import OnCueTerminal
import OnCueVoice
import Synchronization
import Testing

@Suite("What is heard")
struct ListenCommandTests {
    /// Devices that hear what they are told to, and remember what they have spoken.
    private final class Ears: VoiceDevices {
        let heard: Recognition
        let spoken = Mutex<[String]>([])

        init(_ verdict: SpeechVerdict, _ sentence: String) {
            heard = Recognition(verdict, sentence, fit: 1, coverage: 1, lead: 1_000, leftOut: 0)
        }

        func record() async throws(CommandFailure) -> SpeechSound { SpeechSound([1, 2, 3]) }
        func recognise(_ request: RecognitionRequest) async throws(CommandFailure) -> Recognition { heard }
        func transcribe(
            _ sound: SpeechSound, at address: ServiceAddress, language: String?
        ) async throws(CommandFailure) -> String { heard.sentence }
        func speak(_ text: String, language: String?) async throws(CommandFailure) {
            spoken.withLock { $0.append(text) }
        }
    }

    /// Answers every question alike, and remembers them.
    private final class Person: Questioner {
        let canAsk = true
        let says: Bool
        let questions = Mutex<[String]>([])

        init(_ says: Bool) { self.says = says }

        func confirms(_ question: String) -> Bool {
            questions.withLock { $0.append(question) }
            return says
        }
    }

    private static func done(_ intent: String, _ sentence: String) -> IntentOutcome {
        IntentOutcome(.done, intent, title: sentence, sentence: sentence)
    }

    /// The rehearsal and the deed.
    private static let skipping = [done("control", "Playback: next"), done("control", "Playback: next")]

    @Test("what is sure and can be undone is done as what is said, while OnCue's own sound is silent")
    func sure() async {
        let session = Session()
        session.service.change { $0.outcomes = Self.skipping }
        session.voice = Ears(.sure, "next track")

        let status = await session.run("listen")

        #expect(status == .done)
        #expect(session.talk.text.contains("Heard \"next track\"\nPlayback: next\n"))
        #expect(session.service.calls.filter { $0.contains("say next track") }.count == 2)
        #expect(session.service.calls.first { $0.hasPrefix("lower sound") } == "lower sound 0.0")
        #expect(session.service.calls.last { $0.hasPrefix("lower sound") } == "lower sound 1.0")
    }

    @Test("what is not sure is asked back, and not done without a yes", arguments: [true, false])
    func unsure(yes: Bool) async {
        let session = Session()
        session.service.change { $0.outcomes = Self.skipping }
        session.voice = Ears(.unsure, "next track")
        let person = Person(yes)
        session.questioner = person

        await session.run("listen")

        #expect(person.questions.withLock { $0 } == ["Did you mean \"next track\"?"])
        #expect(session.service.calls.contains { $0.contains("say next track") } == yes)
    }

    @Test("where nobody can be asked, what is not sure is not done, whatever options there are")
    func nobody() async {
        let session = Session()
        session.voice = Ears(.unsure, "next track")

        #expect(await session.run("listen", "--yes") == .failed)
        #expect(await session.run("listen", "--json") == .wrongWords)
        #expect(!session.service.calls.contains { $0.contains("say ") })
    }

    @Test("what is nothing is not done")
    func nothing() async {
        let session = Session()
        session.voice = Ears(.none, "next track")

        #expect(await session.run("listen") == .nothingFound)
        #expect(!session.service.calls.contains { $0.contains("say ") })
    }

    @Test("what cannot be undone, or is not known to be, needs a yes, however sure it is", arguments: [true, false])
    func lasting(yes: Bool) async {
        let session = Session()
        session.service.change {
            $0.outcomes = [
                Self.done("org.example.Coffee.order", "Order"), Self.done("org.example.Coffee.order", "Ordered"),
            ]
        }
        session.voice = Ears(.sure, "order a coffee")
        let person = Person(yes)
        session.questioner = person

        await session.run("listen")

        #expect(person.questions.withLock { $0 } == ["Order?"])
        #expect(session.talk.text.contains("Ordered") == yes)
        #expect(session.service.calls.filter { $0.contains("say order") }.count == (yes ? 2 : 1))
    }

    @Test("an answer is spoken if that is asked for, while the music is low")
    func spoken() async {
        let session = Session()
        session.service.change { $0.outcomes = Self.skipping + Self.skipping }
        let ears = Ears(.sure, "next track")
        session.voice = ears

        await session.run("listen")
        await session.run("listen", "--speak")

        #expect(ears.spoken.withLock { $0 } == ["Playback: next"])
        #expect(session.service.calls.contains("lower sound 0.25"))
        #expect(session.service.calls.last { $0.hasPrefix("lower sound") } == "lower sound 1.0")
    }

    @Test("other languages are not heard on this machine, and the failure says what hears them")
    func german() async {
        let session = Session()
        session.voice = Ears(.sure, "next track")

        #expect(await session.run("listen", "--language", "de") == .failed)
        #expect(session.talk.text.contains("voice.recogniser"))
    }

    @Test("a file that is no sound is refused with the reason")
    func file() async {
        let session = Session()
        session.voice = Ears(.sure, "next track")

        #expect(await session.run("listen", "--file", "none.wav") == .nothingFound)
    }
}
