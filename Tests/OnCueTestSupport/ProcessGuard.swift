// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// Kills the processes of tests and removes their directories when the test process is gone, however that came about.
///
/// A shell reads which there are from a socket, sees the socket's end, and ends what is left.
final class ProcessGuard: Sendable {
    static let shared = ProcessGuard()

    private static let script = """
        trap '' INT TERM HUP
        list=' ' folders=
        while read -r change number; do
          case $change in
            +) list="$list$number " ;;
            -) list="${list%% $number *} ${list#* $number }" ;;
            d) folders="$folders $number" ;;
          esac
        done
        for number in $list; do kill -s KILL -- "-$number"; done
        for folder in $folders; do
          [ -d "$folder" ] || continue
          chmod -R u+rwx "$folder"
          rm -rf "$folder"
        done
        """

    private let socket: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            socket = -1
            return
        }
        socket = ends[0]
        Self.start(reading: ends[1])
        close(ends[1])
    }

    func add(_ identifier: Int32) { send("+ \(identifier)\n") }

    func remove(_ identifier: Int32) { send("- \(identifier)\n") }

    /// - Parameter directory: Removed at the end; without spaces.
    func add(directory: String) { send("d \(directory)\n") }

    /// One call for each line, so that lines of several threads do not mix.
    private func send(_ line: String) {
        _ = Glibc.send(socket, line, line.utf8.count, Int32(MSG_NOSIGNAL))
    }

    private static func start(reading descriptor: Int32) {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
        for output: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
        addCloseFrom(&actions, 3)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let line: [String] = ["sh", "-c", script]
        var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier: pid_t = 0
        posix_spawnp(&identifier, "sh", &actions, &attributes, &words, environ)
    }
}
