// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueVoice
internal import Testing

@Suite("Recorded sound")
struct SpeechSoundTests {
    /// A WAV file with a sine of some hertz.
    static func file(
        _ hertz: Double, rate: Int, channels: Int = 1, seconds: Double = 0.5, bits: Int = 16, length: Int? = nil
    ) -> [UInt8] {
        let count = Int(Double(rate) * seconds)
        var sound: [UInt8] = []
        for index in 0..<count {
            // A sine by its recurrence would drift; a triangle has its main tone where it is expected.
            let phase = (Double(index) * hertz / Double(rate)).truncatingRemainder(dividingBy: 1)
            let value = Int16(20_000 * (4 * abs(phase - 0.5) - 1))
            for _ in 0..<channels { sound += SpeechSound.bytes([value]) }
        }
        let word = { (value: Int, count: Int) in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let format =
            word(1, 2) + word(channels, 2) + word(rate, 4) + word(rate * 2 * channels, 4)
            + word(2 * channels, 2) + word(bits, 2)
        return Array("RIFF".utf8) + word(0, 4) + Array("WAVEfmt ".utf8) + word(16, 4) + format + Array("LIST".utf8)
            + word(3, 4) + [1, 2, 3, 0] + Array("data".utf8) + word(length ?? sound.count, 4) + sound
    }

    /// How often the sound crosses zero upwards.
    static func tones(_ sound: SpeechSound) -> Int {
        zip(sound.samples, sound.samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }

    @Test(
        "a file of any rate becomes sound of one rate with the same tone", arguments: [8_000, 16_000, 22_050, 44_100])
    func rates(rate: Int) throws {
        let sound = try WaveFile.sound(Self.file(440, rate: rate))

        #expect(abs(sound.samples.count - 8_000) <= 2)
        #expect(abs(Self.tones(sound) - 220) <= 3)
    }

    @Test("tones above what the lower rate can hold are removed, not heard as others")
    func filtered() throws {
        let sound = try WaveFile.sound(Self.file(11_000, rate: 44_100))

        let level = sound.samples.dropFirst(200).dropLast(200).map { abs(Int($0)) }.max() ?? 0
        #expect(level < 1_500)
    }

    @Test("both channels are heard, and a length that a pipe did not know is forgiven")
    func channels() throws {
        let sound = try WaveFile.sound(Self.file(300, rate: 22_050, channels: 2, length: 0x7FFF_FFFF))

        #expect(abs(Self.tones(sound) - 150) <= 3)
    }

    private func reason(_ file: [UInt8]) -> String? {
        do throws(WaveFile.Refusal) { _ = try WaveFile.sound(file) } catch { return error.description }
        return nil
    }

    @Test("what is not such a file is refused with a reason")
    func refusals() {
        let whole = Self.file(440, rate: 16_000)

        #expect(reason([1, 2]) == "it is not a WAV file")
        #expect(reason(Self.file(440, rate: 16_000, bits: 24))?.hasPrefix("only uncompressed sound") == true)
        #expect(reason(Array(whole.prefix(40))) == "it has no sound")
        #expect(reason(Self.file(440, rate: 8_000, seconds: 11)) == "it is longer than 10 s")
    }

    @Test("files that are cut off or damaged never trap")
    func hostile() {
        let whole = Self.file(440, rate: 8_000, seconds: 0.02)
        for end in whole.indices { _ = try? WaveFile.sound(Array(whole[..<end])) }
        for place in 0..<64 {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] = value
                _ = try? WaveFile.sound(bytes)
            }
        }
    }

    @Test("samples come back from their bytes, at most ten seconds of them")
    func bytes() {
        let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 258]

        #expect(SpeechSound(bytes: SpeechSound.bytes(samples) + [7]).samples == samples)
        #expect(SpeechSound([Int16](repeating: 1, count: 200_000)).samples.count == SpeechSound.mostSamples)
    }
}

@Suite("Silence around speech")
struct SpeechTrimmingTests {
    private func noise(_ level: Int16, seconds: Double) -> [Int16] {
        (0..<Int(Double(SpeechSound.rate) * seconds)).map { $0 % 2 == 0 ? level : -level }
    }

    @Test("whatever silence is around speech, it is followed and preceded by as much", arguments: [0, 0.1, 0.4, 2])
    func trimmed(silence: Double) {
        let sound = SpeechSound(
            noise(20, seconds: silence) + noise(4_000, seconds: 0.3) + noise(20, seconds: 0.2)
                + noise(3_000, seconds: 0.2) + noise(20, seconds: silence))

        let trimmed = sound.trimmed

        #expect(trimmed.duration == .milliseconds(800))
        #expect(trimmed.samples.prefix(SpeechSound.rate / 20).allSatisfy { abs($0) <= 20 })
    }

    @Test("the noise of a room is not speech")
    func room() {
        let sound = SpeechSound(noise(300, seconds: 1) + noise(6_000, seconds: 0.5) + noise(300, seconds: 1))

        #expect(sound.trimmed.duration == .milliseconds(600))
    }

    @Test("silence and nothing stay as they are")
    func silence() {
        let silence = SpeechSound([Int16](repeating: 0, count: 4_000))

        #expect(silence.trimmed == silence)
        #expect(SpeechSound([]).trimmed == SpeechSound([]))
        #expect(SpeechSound(noise(20, seconds: 1)).trimmed.samples.count == SpeechSound.rate)
    }
}

@Suite("The end of speech")
struct SpeechEndTests {
    private func noise(_ level: Int16, seconds: Double) -> [Int16] {
        (0..<Int(Double(SpeechSound.rate) * seconds)).map { $0 % 2 == 0 ? level : -level }
    }

    @Test("speech begins when it is loud, and ends after a pause")
    func ends() {
        var end = SpeechEnd()

        end.add(noise(40, seconds: 0.5))
        #expect(end.state == .waiting)
        end.add(noise(4_000, seconds: 0.6))
        #expect(end.state == .speaking)
        end.add(noise(40, seconds: 0.5))
        #expect(end.state == .speaking)
        end.add(noise(40, seconds: 0.4))
        #expect(end.state == .ended)
    }

    @Test("a click is not speech, and nobody is waited for longer than four seconds")
    func silence() {
        var end = SpeechEnd()

        end.add(noise(40, seconds: 0.5))
        end.add(noise(9_000, seconds: 0.04))
        end.add(noise(40, seconds: 3))
        #expect(end.state == .waiting)
        end.add(noise(40, seconds: 1))
        #expect(end.state == .silent)
    }

    @Test("in a loud room only what is louder than the room is speech")
    func loudRoom() {
        var end = SpeechEnd()

        end.add(noise(900, seconds: 1))
        #expect(end.state == .waiting)
        end.add(noise(6_000, seconds: 0.5))
        #expect(end.state == .speaking)
        end.add(noise(900, seconds: 1))
        #expect(end.state == .ended)
    }
}
