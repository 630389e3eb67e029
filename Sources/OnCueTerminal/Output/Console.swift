// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// The output of the program: requested data is written to one stream, all messages to the other.
package struct Console: Sendable {
    private let data: any TextSink
    private let talk: any TextSink
    /// Whether messages about completed operations are enabled.
    let isTalkative: Bool

    package init(data: any TextSink, talk: any TextSink, isTalkative: Bool = true) {
        self.data = data
        self.talk = talk
        self.isTalkative = isTalkative
    }

    /// Standard output and standard error.
    static func ofProcess() -> Console {
        Console(data: DescriptorSink(descriptor: 1), talk: DescriptorSink(descriptor: 2))
    }

    var quiet: Console { Console(data: data, talk: talk, isTalkative: false) }
    var dataScreen: Screen { data.screen }
    var talkScreen: Screen { talk.screen }
    var style: Style { Style(isOn: data.screen.usesColor) }

    /// Writes data unchanged.
    func write(_ text: String) {
        if !text.isEmpty { data.write(text) }
    }

    /// Writes binary data.
    func write(bytes: [UInt8]) {
        data.write(bytes: bytes)
    }

    /// Ends the process quietly as soon as the data stream has no reader.
    func endWhenUnread() {
        data.endWhenUnread()
    }

    /// Writes lines of data at once.
    func write(lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    /// Writes a message of one line, even in quiet mode. Control characters and line breaks are replaced.
    func say(_ line: String) {
        talk.write(TextLayout.printable(RawWords.printable(line)) + "\n")
    }

    /// Writes a message about a completed operation, unless in quiet mode.
    func tell(_ line: String) {
        if isTalkative { say(line) }
    }

    /// Sends a control sequence to the terminal, without visible text.
    func control(_ sequence: String) {
        talk.write(sequence)
    }

    /// Replaces the unfinished line of messages; for terminals.
    func redrawTalk(_ line: String) {
        talk.write("\r\u{1B}[K" + line)
    }
}
