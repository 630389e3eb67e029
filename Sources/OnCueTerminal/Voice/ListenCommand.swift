// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueVoice

/// `oncue listen`
enum ListenCommand {
    static let command = Command(
        CommandDefinition(
            "listen", group: "Shortcuts", summary: "Hear what you want, and do it as oncue say does.",
            discussion: """
                Speak when it says that it listens; it ends when you are quiet, with Enter, or after 6 seconds. Meanwhile \
                OnCue's own sound is silent, so that it never hears itself. What was not heard surely is asked back, and \
                what cannot be undone needs a yes. Everything stays on this machine, in English, with about 40 phrases and \
                300 names; with voice.recogniser in oncue.conf(5), a Wyoming service of your choice hears any sentence \
                instead.

                JSON: as oncue say, and heard, verdict (sure, unsure, none; null from a service).
                """,
            options: [
                OptionDefinition(
                    "file", value: ValueDefinition("FILE", kind: "a WAV file", expected: "a file", completion: .files),
                    description: "Hear what is in a WAV file, instead of the microphone."),
                OptionDefinition(
                    "language",
                    value: ValueDefinition("CODE", kind: "a language", expected: "en, or de with a service"),
                    description: "The language that is spoken."),
                OptionDefinition("dry-run", description: "Only say what is understood."),
                OptionDefinition("speak", description: "Speak the answer, too; see voice.answers in oncue.conf(5)."),
                OptionDefinition(
                    "yes", short: "y", description: "Do not ask for confirmation of what was heard surely."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue listen", "Then say, for example: play some jazz."),
                DocumentedTerm("oncue listen --file command.wav --dry-run", "Try what is heard in a recording."),
            ], runsAlone: true)
    ) { parsed, context in
        let configuration = context.configuration.choice.configuration
        let locale = parsed.option("language") ?? SayCommand.locale
        let heard: (text: String, verdict: SpeechVerdict?)
        if let address = configuration.recogniser {
            let code = locale.prefix { $0.isLetter }.lowercased()
            let sound = try await sound(parsed, context)
            heard = (
                try await context.voice.transcribe(sound, at: address, language: code.count == 2 ? code : nil), nil
            )
        } else {
            guard PhraseList.builtIn(for: known(locale)) != nil else {
                throw CommandFailure(
                    .failed,
                    "only English is heard on this machine (--language en); set voice.recogniser to the address "
                        + "of a Wyoming service for others")
            }
            let names = await SpokenNames.read(context.service)
            let sound = try await sound(parsed, context)
            let recognition = try await context.voice.recognise(RecognitionRequest(names: names, sound: sound))
            heard = (recognition.verdict == .none ? "" : recognition.sentence, recognition.verdict)
        }
        try await act(heard.text, heard.verdict, locale, parsed, context)
    }

    /// Returns the locale, or English for the locale `C`, which has no language.
    private static func known(_ locale: String) -> String {
        ["C", "POSIX"].contains(String(locale.prefix { $0.isLetter })) ? "en" : locale
    }

    private static func sound(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> SpeechSound {
        if let name = parsed.option("file") { return try file(name, context) }
        return try await LoweredSound(service: context.service).run(to: 0, waits: true) {
            context.console.tell("Listening; Enter ends it")
            return try await context.voice.record()
        }
    }

    private static func file(_ name: String, _ context: CommandContext) throws(CommandFailure) -> SpeechSound {
        let bytes = try context.files.bytes(of: RawWords.bytes(of: name), limit: WaveFile.largest)
        do throws(WaveFile.Refusal) { return try WaveFile.sound(bytes) } catch {
            throw CommandFailure(.failed, "cannot hear \(RawWords.printable(name)): \(error)")
        }
    }

    private static func act(
        _ text: String, _ verdict: SpeechVerdict?, _ locale: String, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws {
        let extra = [
            JSONValue.Member("heard", .string(filled: text)),
            JSONValue.Member("verdict", .string(orNull: verdict?.rawValue)),
        ]
        let isJSON = parsed.has("json")
        guard !text.isEmpty else {
            var failed = IntentOutcome(.failed, "", title: "", sentence: "nothing was understood")
            failed.code = "NothingMatches"
            if isJSON { context.console.write(IntentView.json(failed, extra)) }
            throw CommandFailure(.nothingFound, isJSON ? "" : "nothing was understood, so nothing was done")
        }
        if verdict == .unsure, !parsed.has("dry-run") {
            let question = "Did you mean \"\(text)\"?"
            if isJSON {
                let asked = IntentOutcome(.confirms, "", title: text, sentence: question)
                context.console.write(IntentView.json(asked, extra))
                throw CommandFailure(.wrongWords, "")
            }
            guard context.questioner.canAsk else {
                throw CommandFailure(.failed, question + " Nothing was done; say it again, or use oncue say")
            }
            guard context.questioner.confirms(question) else {
                context.console.tell("Nothing was done")
                return
            }
        } else if !isJSON {
            context.console.tell("Heard \"\(text)\"")
        }
        var saying = Saying(
            context: context, parsed: parsed, sentence: text,
            options: SayOptions(language: known(locale), isRehearsal: parsed.has("dry-run")))
        (saying.isCautious, saying.extra) = (true, extra)
        if parsed.has("speak") || context.configuration.choice.configuration.speaksAnswers {
            saying.told = { await SpokenAnswers(context: context).speak($0) }
        }
        try await saying.run()
    }
}
