// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// Checks whether programs can reach the daemon at its socket; otherwise all of them use the bus.
enum SocketChecks {
    /// The state of the socket.
    enum State: Sendable, Equatable {
        case there
        /// Users other than this one can write to its folder.
        case unsafeFolder
        /// The length of its path in bytes.
        case longPath(Int)
        case notASocket
        /// The file has another owner.
        case otherOwner
        /// Programs of this user cannot connect, or those of others can.
        case mode(UInt32)
        case trouble(DirectTrouble)
    }

    private static let name = "daemon.socket"
    /// The longest path, in bytes, that fits into the address of a socket.
    private static let longestPath = 107
    private static let again = "oncue quit; the next command starts oncued, which makes it again"

    /// - Parameter path: `nil` if programs have to use the bus.
    static func check(_ path: String?, in folder: String, _ state: State) -> HealthCheck {
        guard let path else { return HealthCheck(name, .ok, "ONCUE_BUS_ONLY is set; programs use the bus") }
        let word = ShellWord.quoted(path)
        switch state {
        case .there: return HealthCheck(name, .ok, path)
        case .unsafeFolder:
            return warning("other users can write to \(folder), so no socket in it is used", "chmod 700 \(folder)")
        case .longPath(let length):
            return warning(
                "\(path) has \(length) bytes, and the path of a socket can have \(longestPath)",
                "set XDG_RUNTIME_DIR to a folder with a shorter path, then: oncue quit")
        case .notASocket: return warning("\(path) is not a socket", "rm -r \(word); \(again)")
        case .otherOwner: return warning("\(path) belongs to another user", "sudo rm \(word); \(again)")
        case .mode(let mode):
            return warning(
                "\(path) has the permissions \(String(mode, radix: 8)) instead of 600", "chmod 600 \(word)")
        case .trouble(let trouble): return check(path, trouble)
        }
    }

    private static func check(_ path: String, _ trouble: DirectTrouble) -> HealthCheck {
        switch trouble {
        case .absent:
            warning(
                "\(path) does not exist, so programs use the bus, which takes longer",
                "\(again), unless ONCUE_BUS_ONLY is set where it starts")
        case .unattended: warning("nothing listens at \(path) any more", again)
        case .silent: warning("nothing answers at \(path) within 1 s", again)
        case .sentAway:
            warning(
                "oncued closes new connections to \(path), as it does when it has 256",
                "see which programs have them: ss -xp | grep \(ShellWord.quoted(path))")
        case .otherUser:
            warning("another user listens at \(path)", "sudo rm \(ShellWord.quoted(path)); \(again)")
        case .otherBus:
            warning(
                "the oncued that listens at \(path) is on another bus; programs on this one use the bus",
                "for a socket of its own, set XDG_RUNTIME_DIR to another folder")
        case .failed(let reason): warning("cannot connect to \(path): \(reason)", again)
        }
    }

    private static func warning(_ detail: String, _ advice: String) -> HealthCheck {
        HealthCheck(name, .warning, detail, advice: advice)
    }

    /// Returns the state of the socket. Blocks.
    static func state(of path: String, in folder: String, busAddress: String) -> State {
        guard path.utf8.count <= longestPath else { return .longPath(path.utf8.count) }
        guard !PrivateDirectory.isPresent(folder) || PrivateDirectory.isSafe(folder) else { return .unsafeFolder }
        var info = stat()
        guard lstat(path, &info) == 0 else {
            return .trouble(errno == ENOENT ? .absent : .failed(String(cString: strerror(errno))))
        }
        guard info.st_mode & S_IFMT == S_IFSOCK else { return .notASocket }
        guard info.st_uid == getuid() else { return .otherOwner }
        guard info.st_mode & 0o777 == 0o600 else { return .mode(info.st_mode & 0o777) }
        return MessageBus.directTrouble(at: path, busAddress: busAddress).map(State.trouble) ?? .there
    }
}
