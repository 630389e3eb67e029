// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueLinkShims
internal import Glibc
internal import OnCueRuntime

/// Starts programs.
enum Spawning {
    /// The variable with the number of the process that started this one.
    private static let variable = "ONCUE_LINK_PARENT"

    /// Makes this process end with the one that started it.
    static func endWithParent() {
        oncue_link_end_with_parent()
        // The parent may have ended before that.
        guard let parent = getenv(variable), pid_t(String(cString: parent)) != getppid() else { return }
        exit(0)
    }

    /// Returns the variables of this process, and one with its number.
    private static func variables() -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let text = next.pointee {
            if !String(cString: text).hasPrefix(variable + "=") { variables.append(strdup(text)) }
            next += 1
        }
        return variables + [strdup("\(variable)=\(getpid())"), nil]
    }

    /// Starts a program, which shares our standard error.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - input: Its standard input; /dev/null if absent.
    ///   - output: Its standard output; /dev/null if absent.
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
        let variables = Self.variables()
        defer { for text in variables { free(text) } }
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) {
            posix_spawn(&process, words[0], &actions, $0, arguments, variables)
        }
        return failure == 0 ? process : nil
    }
}
