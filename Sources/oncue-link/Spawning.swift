// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// Starting programs.
enum Spawning {
    /// Starts a program; its errors go where ours go.
    ///
    /// - Parameters:
    ///   - words: The program and its words.
    ///   - input: Its standard input, and its standard output; nothing if absent.
    static func start(_ words: [String], input: Int32? = nil, output: Int32? = nil) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) }
        defer { for text in arguments { free(text) } }
        arguments.append(nil)
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) {
            posix_spawn(&process, words[0], &actions, $0, arguments, environ)
        }
        return failure == 0 ? process : nil
    }
}
