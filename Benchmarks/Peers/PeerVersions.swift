// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The versions of everything that takes part, as the programs tell them.
enum PeerVersions {
    private static let programs = [
        "/usr/bin/mpd", "mopidy", "mpv", "playerctl", "gst-launch-1.0", "pulseaudio", "dbus-daemon",
    ]

    /// - Parameter root: The source tree.
    static func all(in sandbox: Sandbox, root: String) -> [String] {
        ["OnCue \(ServiceVersion.current)" + (commit(in: sandbox, root).map { " (\($0))" } ?? "")]
            + programs.compactMap { version(of: $0, sandbox) }
    }

    /// The commit of the source tree; `nil` where there is no repository.
    private static func commit(in sandbox: Sandbox, _ root: String) -> String? {
        guard let git = Files.program("git") else { return nil }
        let answer = sandbox.newPath("commit")
        defer { Files.remove(answer) }
        let words = [git, "-C", root, "rev-parse", "--short=10", "HEAD"]
        _ = try? ChildProgram(words, output: .file(answer), in: sandbox).run()
        return (try? Files.text(answer))?.split(separator: "\n").first.map(String.init)
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
