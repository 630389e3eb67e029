// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueVoice
internal import Testing

@Suite("Speaking through speech-dispatcher")
struct SpeechDispatcherTests {
    @Test("a dot at the beginning of a line is doubled, and no control character is spoken")
    func quoting() {
        #expect(SpeechDispatcherLine.text("Playing A") == "Playing A\r\n.\r\n")
        #expect(SpeechDispatcherLine.text(".\n..b\r\nQUIT\u{7}\u{0}") == "..\r\n...b\r\nQUIT  \r\n.\r\n")
        #expect(SpeechDispatcherLine.text("") == ".\r\n")
    }

    @Test("a name in the greeting has no characters that could end its line")
    func greeting() {
        let lines = SpeechDispatcherLine.greeting(user: "ann\r\nQUIT", language: "en\r\nSTOP all")

        #expect(lines[0] == "SET self CLIENT_NAME annQUIT:oncue:main")
        #expect(lines[2] == "SET self LANGUAGE enSTOPall")
        #expect(lines.allSatisfy { !$0.contains("\r") && !$0.contains("\n") })
    }

    @Test("replies are read in whatever parts they arrive", arguments: [1, 4, 100])
    func replies(size: Int) throws {
        let bytes = Array(
            "208 OK CLIENT NAME SET\r\n225-21\r\n225 OK MESSAGE QUEUED\r\n702-21\r\n702-4\r\n702 END\r\n".utf8)
        var reader = SpeechDispatcherReader()
        var replies: [SpeechDispatcherReply] = []

        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.add(bytes[start..<min(start + size, bytes.count)])
            while let reply = try reader.next() { replies.append(reply) }
        }

        #expect(replies.map(\.code) == [208, 225, 702])
        #expect(replies[1].number == 21 && replies[2].number == 21)
        #expect(replies[2].endsSpeech && replies[2].isEvent && !replies[1].endsSpeech)
    }

    @Test("what is not a reply is refused", arguments: ["abc d\r\n", "22\r\n", "\r\n", "225*x\r\n", "-12 a\r\n"])
    func malformed(text: String) {
        var reader = SpeechDispatcherReader()
        reader.add(text.utf8)

        #expect(throws: SpeechDispatcherReader.Malformed.self) { _ = try reader.next() }
    }

    @Test("endless lines and replies are refused")
    func bounds() {
        var line = SpeechDispatcherReader()
        line.add(Array(repeating: UInt8(ascii: "2"), count: 5_000))
        var lines = SpeechDispatcherReader()
        for _ in 0..<200 { lines.add("225-1\r\n".utf8) }

        #expect(throws: SpeechDispatcherReader.Malformed.self) { _ = try line.next() }
        #expect(throws: SpeechDispatcherReader.Malformed.self) { _ = try lines.next() }
    }

    @Test("a text is spoken once all settings are answered, and has ended with its event")
    func conversation() {
        var conversation = SpeechConversation("Paused", user: "ann", language: "en")
        var written: [String] = []
        var step = conversation.begin()

        while case .write(let line) = step, !line.hasPrefix("SPEAK") {
            written.append(line)
            step = conversation.take(SpeechDispatcherReply(202, ["OK"]))
        }

        #expect(written.count == 5)
        #expect(step == .write("SPEAK\r\n"))
        #expect(conversation.take(SpeechDispatcherReply(230, ["OK RECEIVING DATA"])) == .write("Paused\r\n.\r\n"))
        #expect(conversation.take(SpeechDispatcherReply(230, ["OK RECEIVING DATA"])) == .wait, "it is sent once")
        #expect(conversation.take(SpeechDispatcherReply(225, ["7", "OK MESSAGE QUEUED"])) == .wait)
        #expect(conversation.take(SpeechDispatcherReply(701, ["7", "1", "BEGIN"])) == .wait)
        #expect(conversation.take(SpeechDispatcherReply(702, ["6", "1", "END"])) == .wait)
        #expect(conversation.take(SpeechDispatcherReply(702, ["7", "1", "END"])) == .spoken)
    }

    @Test("a setting that is refused is left out, and a text that is refused has a reason")
    func refusals() {
        var conversation = SpeechConversation("Paused", user: "ann", language: "xx")
        var step = conversation.begin()
        while case .write(let line) = step, !line.hasPrefix("SPEAK") {
            step = conversation.take(SpeechDispatcherReply(409, ["ERR NO SUCH LANGUAGE"]))
        }

        #expect(step == .write("SPEAK\r\n"))
        #expect(conversation.take(SpeechDispatcherReply(300, ["ERR INTERNAL"])) == .refused("ERR INTERNAL"))
    }

    @Test("an end that is told before the number of the text is its end, if it is of that text")
    func earlyEnd() {
        for (number, expected) in [("7", SpeechConversation.Step.spoken), ("6", .wait)] {
            var conversation = SpeechConversation("Paused", user: "ann", language: nil)
            var step = conversation.begin()
            while case .write = step, step != .write("SPEAK\r\n") {
                step = conversation.take(SpeechDispatcherReply(202, ["OK"]))
            }
            _ = conversation.take(SpeechDispatcherReply(230, ["OK RECEIVING DATA"]))

            #expect(conversation.take(SpeechDispatcherReply(702, [number, "1", "END"])) == .wait)
            #expect(conversation.take(SpeechDispatcherReply(225, ["7", "OK MESSAGE QUEUED"])) == expected)
        }
    }
}
