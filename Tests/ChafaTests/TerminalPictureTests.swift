// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Chafa
import Testing

@Suite("Pictures in terminals")
struct TerminalPictureTests {
    private func draw(_ environment: [String], width: Int = 40, height: Int = 40) -> String {
        let pixels = (0..<width * height).flatMap { index -> [UInt8] in [UInt8(index % 256), 40, 200, 255] }
        let frame = TerminalPicture.Frame(columns: 10, rows: 5)
        return String(
            decoding: TerminalPicture.draw(pixels, width: width, height: height, in: frame, environment: environment),
            as: UTF8.self)
    }

    @Test(
        "are drawn as the terminal can",
        arguments: [
            (["TERM=xterm-kitty"], "\u{1B}_G"), (["TERM=foot"], "\u{1B}P0;"),
            (["TERM=xterm-256color", "TERM_PROGRAM=iTerm.app"], "\u{1B}]1337;File="),
            (["TERM=xterm-256color", "COLORTERM=truecolor"], ";2;"), (["TERM=xterm"], ";5;"),
        ])
    func kinds(environment: [String], sign: String) {
        #expect(draw(environment).contains(sign), "\(draw(environment).prefix(60).debugDescription)")
    }

    @Test(
        "are letters in a multiplexer, which passes nothing else on",
        arguments: [["TERM=xterm-kitty", "TMUX=/tmp/tmux"], ["TERM=tmux-256color"], ["TERM=screen", "STY=1"]])
    func multiplexer(environment: [String]) {
        let text = draw(environment)

        #expect(!text.contains("\u{1B}_G") && !text.contains("\u{1B}P"))
        #expect(text.split(separator: "\n").count == 5)
    }

    @Test(
        "keep their shape within the cells that they have",
        arguments: [(40, 20, 2), (20, 40, 5), (1, 1, 5), (400, 1, 1)])
    func shape(width: Int, height: Int, rows: Int) {
        #expect(draw(["TERM=xterm"], width: width, height: height).split(separator: "\n").count == rows)
    }
}
