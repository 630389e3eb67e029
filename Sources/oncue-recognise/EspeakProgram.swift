// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueVoice

/// Asks espeak-ng, where it is installed, for the pronunciation of words that are not in the dictionary.
enum EspeakProgram {
    /// The most words in a request, and the time limit for all of them.
    private static let mostWords = 500
    private static let patience = Duration.seconds(3)

    /// Returns pronunciations in the sounds of the dictionary; words whose pronunciation is unknown are left out.
    static func pronounce(_ words: [String]) -> [(word: String, sounds: String)] {
        let words = words.prefix(mostWords).filter { !$0.isEmpty && !$0.contains("\n") }
        guard !words.isEmpty, let text = answer(to: words.joined(separator: "\n") + "\n") else { return [] }
        // There is one line for each word; otherwise lines and words cannot be matched.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard lines.count == words.count else { return [] }
        return zip(words, lines).compactMap { word, line in
            PhoneticAlphabet.sounds(of: String(line)).map { (word, $0) }
        }
    }

    private static func answer(to text: String) -> String? {
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0, pipe(&output) == 0 else { return nil }
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = start(input[0], output[1])
        close(input[0])
        close(output[1])
        defer { close(output[0]) }
        guard let process else {
            close(input[1])
            return nil
        }
        // It all fits into a pipe, so that neither side waits for the other.
        let bytes = Array(text.utf8.prefix(32 << 10))
        _ = Glibc.write(input[1], bytes, bytes.count)
        close(input[1])
        let answer = readAll(output[0])
        if answer == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0 ? answer : nil
    }

    private static func start(_ input: Int32, _ output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = ["espeak-ng", "-q", "--ipa", "-v", "en-us"].map {
            (word: String) in strdup(word)
        }
        defer { for text in arguments { free(text) } }
        arguments.append(nil)
        var process: pid_t = 0
        return posix_spawnp(&process, "espeak-ng", &actions, nil, arguments, environ) == 0 ? process : nil
    }

    private static func readAll(_ descriptor: Int32) -> String? {
        let deadline = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count <= 1 << 18 {
            let left = Int32((deadline - .now) / .milliseconds(1))
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0 else { return nil }
            let ready = poll(&poller, 1, left)
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        return nil
    }
}
