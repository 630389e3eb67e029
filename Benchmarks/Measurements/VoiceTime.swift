// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueVoice

/// How long a recorded sentence takes to be recognised.
struct VoiceTime: Measurement {
    let name = "voice"
    let summary = "a recorded sentence is recognised, the whole process"

    private static let sentence = "play something by juniper vale"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let title = "recognising \"\(Self.sentence)\""
        guard let speaker = Files.program("espeak-ng") else { return [.absent(title, "espeak-ng is not installed")] }
        guard Files.isThere("/usr/share/pocketsphinx/model/en-us") else {
            return [.absent(title, "pocketsphinx-en-us is not installed")]
        }
        let (spoken, runs) = (bench.sandbox.newPath("spoken"), bench.options.runs(20, quick: 5))
        defer { Files.remove(spoken) }
        try ChildProgram([speaker, "-v", "en-us", "-w", spoken, "--", Self.sentence], in: bench.sandbox).run()
        let sound: SpeechSound
        do throws(WaveFile.Refusal) { sound = try WaveFile.sound(try Self.bytes(spoken)) } catch {
            throw BenchError("espeak-ng wrote no sound: \(error)")
        }
        let length = FigureReport.number(Double(sound.samples.count) / Double(SpeechSound.rate))
        var figures: [Figure] = []
        for count in [8, SpokenName.most] {
            let one = try times(sound, Self.names(count), times: 1, runs, bench)
            let two = try times(sound, Self.names(count), times: 2, runs, bench)
            var further = Samples()
            for (one, two) in zip(one.values, two.values) { further.add(two - one) }
            figures.append(Figure("\(title), \(length) s, among \(count) names", one, "ms"))
            figures.append(Figure("the same again in one process", further, "ms"))
        }
        let host = try await bench.stockedHost()
        let daemon = try await host.start()
        try await daemon.waitForQuiet()
        let listened = try host.command("listen", "--dry-run", "--quiet", "--file", spoken).times(runs)
        daemon.stop()
        let tracks = FigureReport.number(Double(bench.options.trackCount))
        figures.append(Figure("oncue listen --file with \(tracks) tracks", listened, "ms"))
        return figures
    }

    private static func bytes(_ path: String) throws(WaveFile.Refusal) -> [UInt8] {
        (try? Files.bytes(path)) ?? []
    }

    /// The time from fork to exit of a recogniser that hears a sound so often.
    private func times(
        _ sound: SpeechSound, _ names: [SpokenName], times count: Int, _ runs: Int, _ bench: Bench
    ) throws -> Samples {
        let path = bench.sandbox.newPath("requests")
        defer { Files.remove(path) }
        let request = RecognitionRequest(names: names, sound: sound).message.bytes
        try Files.write(Array(repeatElement(request, count: count).joined()), to: path)
        let program = try Files.programBeside("oncue-recognise")
        var times = Samples()
        for _ in 0..<runs {
            let input = open(path, O_RDONLY | O_CLOEXEC)
            guard input >= 0 else { throw BenchError.system("open \(path)", errno) }
            defer { close(input) }
            times.add(milliseconds: try ChildProgram([program], input: input, in: bench.sandbox).run())
        }
        return times
    }

    private static func names(_ count: Int) -> [SpokenName] {
        let others = (1..<count).map { number in
            let names = CorpusNames(number * CorpusNames.tracksPerAlbum * CorpusNames.albumsPerArtist)
            return number.isMultiple(of: 2) ? SpokenName(.artist, names.artist) : SpokenName(.album, names.album)
        }
        return [SpokenName(.artist, "Juniper Vale")] + others
    }
}
