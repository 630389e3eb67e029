// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@Suite("The QR code of the page")
struct WebCodeTests {
    /// A module of the code in a picture, in pixels.
    private static let scale = 6
    /// Quiet modules around it, as a screen has around a window.
    private static let margin = 4

    /// What a terminal shows as a code: two rows of modules in a line, the light ones drawn.
    private static func modules(_ screen: String) -> [[Bool]] {
        let lines = screen.split(whereSeparator: \.isNewline).map { $0.filter { "█▀▄ ".contains($0) } }
            .filter { $0.contains("█") || $0.contains("▄") }
        return lines.flatMap { line in
            [line.map { $0 == "█" || $0 == "▀" }, line.map { $0 == "█" || $0 == "▄" }]
        }
    }

    /// A picture of light modules, in the form of PGM.
    private static func picture(_ rows: [[Bool]]) -> [UInt8] {
        let width = (rows.first?.count ?? 0) + 2 * margin
        let edge = [[Bool]](repeating: [Bool](repeating: true, count: width), count: margin)
        let side = [Bool](repeating: true, count: margin)
        let all = edge + rows.map { side + $0 + side } + edge
        var bytes = Array("P5\n\(width * scale) \(all.count * scale)\n255\n".utf8)
        for row in all {
            let line = row.flatMap { [UInt8](repeating: $0 ? 255 : 0, count: scale) }
            for _ in 0..<scale { bytes += line }
        }
        return bytes
    }

    @Test(
        "A scanner reads the address with the code from the screen, for this machine and for the network",
        arguments: [[], ["--network", "--host", "a-rather-long-name.music.example.org"]])
    func scanned(options: [String]) async throws {
        let machine = try await Machine(["PATH": "/nonexistent"])
        let port = Int(try FreePort.next())
        let served = try await machine.oncue(["web", "on", "--port", "\(port)"] + options)
        try #require(served.status == 0, "\(served.errors)")
        let terminal = try PseudoTerminal(width: 120, height: 60)

        let process = try ChildProcess(
            Products.program("oncue"), words: [Array("web".utf8)], environment: machine.environment, directory: nil,
            terminal: terminal.programEnd)
        #expect(try await process.ending() == .exit(0))
        _ = try await terminal.recording()
        let screen = terminal.screen.text
        let rows = Self.modules(screen)
        try #require(rows.count > 20 && Set(rows.map(\.count)).count == 1, "\(screen)")
        let file = try machine.directory.write("code.pgm", Self.picture(rows))
        let scanned = try await ChildProcess.run(
            "zbarimg", ["--quiet", "--raw", "--nodbus", file],
            environment: ["PATH": "/usr/bin", "HOME": machine.directory.file("home")])

        let address = String(scanned.output.prefix { !$0.isNewline })
        #expect(scanned.status == 0, "\(scanned.errors)")
        #expect(screen.contains(address) && !address.isEmpty, "\(address)")
        let scheme =
            options.isEmpty
            ? "http://localhost:\(port)/#pair=" : "https://a-rather-long-name.music.example.org:\(port)/#pair="
        #expect(address.hasPrefix(scheme), "\(address)")
    }
}
