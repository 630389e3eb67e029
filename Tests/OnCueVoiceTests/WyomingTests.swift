// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import OnCueVoice
internal import Testing

@Suite("Messages of the Wyoming protocol")
struct WyomingTests {
    @Test("a message is a line of JSON, the bytes of its data, and its payload")
    func writing() {
        let message = WyomingMessage("audio-chunk", [.init("rate", .int(16_000))], payload: [1, 2, 3])

        let text = #"{"type":"audio-chunk","data_length":14,"payload_length":3}"# + "\n" + #"{"rate":16000}"#
        #expect(message.bytes == Array(text.utf8) + [1, 2, 3])
        #expect(WyomingMessage("audio-stop").bytes == Array(#"{"type":"audio-stop"}"#.utf8) + [10])
    }

    @Test(
        "messages are read in whatever parts they arrive, with data in the line and after it", arguments: [1, 7, 500])
    func reading(size: Int) throws {
        let messages = [
            WyomingMessage("transcript", [.init("text", "next song")]),
            WyomingMessage("audio-chunk", [.init("rate", 16_000)], payload: Array(repeating: 9, count: 300)),
        ]
        let bytes = messages.flatMap(\.bytes) + Array(#"{"type":"transcript","data":{"text":"a"}}"#.utf8) + [10]

        var reader = WyomingReader()
        var read: [WyomingMessage] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.add(bytes[start..<min(start + size, bytes.count)])
            while let message = try reader.next() { read.append(message) }
        }

        #expect(read == messages + [WyomingMessage("transcript", [.init("text", "a")])])
    }

    @Test(
        "what is not a message is refused",
        arguments: [
            "\n", "[]\n", "{}\n", #"{"type":""}"# + "\n", #"{"type":7}"# + "\n", #"{"type":"a","data":[]}"# + "\n",
            #"{"type":"a","data_length":-1}"# + "\n", #"{"type":"a","payload_length":"9"}"# + "\n",
            #"{"type":"a","payload_length":9999999999999}"# + "\n", #"{"type":"a","data_length":70000}"# + "\n",
            #"{"type":"a","data_length":2}"# + "\n[]", String(repeating: "x", count: 20_000),
            String(repeating: "[", count: 5_000) + "\n",
        ])
    func refusing(text: String) {
        var reader = WyomingReader()
        reader.add(text.utf8)

        #expect(throws: WyomingMessage.Failure.self) { _ = try reader.next() }
    }

    @Test("random bytes, and messages with random mistakes, never trap and keep nothing beyond the limits")
    func hostile() {
        var random = SplitMix64(seed: 1)
        let whole = WyomingMessage("a", [.init("b", "c")], payload: [1, 2, 3, 4]).bytes
        for _ in 0..<3_000 {
            var bytes = whole + whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var reader = WyomingReader()
            reader.add(bytes)
            while let message = try? reader.next() { #expect(message.payload.count <= bytes.count) }
        }
    }

    @Test("what was spoken is sent in parts of a tenth of a second between its beginning and its end")
    func request() {
        let sound = SpeechSound([Int16](repeating: 5, count: 3_300))

        let messages = Transcription.request(sound, language: "de")

        #expect(
            messages.map(\.type)
                == ["transcribe", "audio-start", "audio-chunk", "audio-chunk", "audio-chunk", "audio-stop"])
        #expect(messages[0]["language"] == "de")
        #expect(messages[1]["rate"] == 16_000 && messages[1]["width"] == 2 && messages[1]["channels"] == 1)
        #expect(messages[2...4].map(\.payload.count) == [3_200, 3_200, 200])
    }

    @Test("a transcript is one line of bounded length, an error has its reason, anything else is skipped")
    func answer() {
        let long = String(repeating: "ä", count: 2_000)

        #expect(
            Transcription.answer(.init("transcript", [.init("text", " next\u{1B}[2J\nsong ")]))
                == .text("next [2J song"))
        #expect(Transcription.answer(.init("transcript")) == .text(""))
        #expect(
            Transcription.answer(.init("transcript", [.init("text", .string(long))])) == .text(String(long.prefix(500)))
        )
        #expect(Transcription.answer(.init("error", [.init("text", "no model")])) == .failure("no model"))
        #expect(Transcription.answer(.init("transcript-chunk", [.init("text", "ne")])) == .other)
    }
}
