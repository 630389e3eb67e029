// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueRuntime

/// Draws pictures with `oncue-picture`: they are decoded in a separate process, which is started only when one is
/// displayed.
struct PictureProgram: PictureDrawer {
    /// The time limit for a picture.
    private static let patience = Duration.seconds(2)
    /// The most bytes that a drawn picture may take.
    private static let largest = 8 << 20

    let program: String

    /// Returns `nil` if the program is not installed.
    static func ofProcess() -> PictureProgram? {
        guard let folder = ClientEnvironment.programFolder() else { return nil }
        let places = [folder + "/oncue-picture", folder + "/../libexec/oncue-picture"]
        return places.first { access($0, X_OK) == 0 }.map { PictureProgram(program: $0) }
    }

    func draw(_ path: [UInt8], columns: Int, rows: Int) -> String? {
        guard let ends = PipeEnds() else { return nil }
        defer { close(ends.output) }
        let words = [Array(program.utf8), path] + ([columns, rows] + Self.cell).map { Array(String($0).utf8) }
        let process = start(words, output: ends.input)
        close(ends.input)
        guard let process else { return nil }
        let text = Self.readAll(ends.output)
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0 ? text.map { String(decoding: $0, as: UTF8.self) } : nil
    }

    private func start(_ words: [[UInt8]], output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        // A picture that cannot be drawn is not an error.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { word in
            (word + [0]).withUnsafeBytes { $0.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) } }
        }
        defer { for text in arguments { free(text) } }
        arguments.append(nil)
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) {
            posix_spawn(&process, program, &actions, $0, arguments, environ)
        }
        return failure == 0 ? process : nil
    }

    /// The size of a cell in pixels, if the terminal reports it; otherwise empty.
    private static var cell: [Int] {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return [] }
        let cell = [Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row)]
        return cell.allSatisfy { (2...100).contains($0) } ? cell : []
    }

    /// Returns `nil` if the output takes too long or is too large.
    private static func readAll(_ descriptor: Int32) -> [UInt8]? {
        let deadline = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= largest {
            let left = Int32((deadline - .now) / .milliseconds(1))
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0 else { return nil }
            let ready = poll(&poller, 1, left)
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        return nil
    }
}
