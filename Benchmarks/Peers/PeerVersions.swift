// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The versions of everything that takes part, as the programs tell them.
enum PeerVersions {
    private static let programs = [
        "/usr/bin/mpd", "mopidy", "mpv", "playerctl", "gst-launch-1.0", "pulseaudio", "dbus-daemon",
    ]

    static func all(in sandbox: Sandbox) -> [String] {
        ["OnCue \(ServiceVersion.current)"] + programs.compactMap { version(of: $0, sandbox) }
    }

    /// The first line of what it says, which has its name in most.
    private static func version(of name: String, _ sandbox: Sandbox) -> String? {
        guard let program = name.hasPrefix("/") ? name : Files.program(name), Files.isProgram(program) else {
            return nil
        }
        let answer = sandbox.newPath("version")
        defer { Files.remove(answer) }
        _ = try? ChildProgram([program, "--version"], output: .file(answer), in: sandbox).run()
        guard let line = (try? Files.text(answer))?.split(separator: "\n").first else { return nil }
        let short = line.split(separator: " ").last { $0.contains { $0.isNumber } && $0.contains(".") }
        let label = name.split(separator: "/").last.map(String.init) ?? name
        return "\(label) \(short.map { $0.trimming("v(),") } ?? String(line))"
    }
}

extension Substring {
    /// Without these characters at both ends.
    fileprivate func trimming(_ characters: String) -> String {
        var rest = self
        while let first = rest.first, characters.contains(first) { rest.removeFirst() }
        while let last = rest.last, characters.contains(last) { rest.removeLast() }
        return String(rest)
    }
}
