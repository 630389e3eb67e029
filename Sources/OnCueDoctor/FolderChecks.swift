// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore

/// The folders of the service.
enum FolderChecks {
    /// A folder, and its importance.
    struct Folder: Sendable {
        var name: String
        var path: String
        /// Whether the service cannot start without it.
        var isNeeded: Bool
    }

    /// The state of a folder.
    struct State: Sendable, Equatable {
        enum Kind: Sendable, Equatable {
            case there
            case notAFolder
            /// The nearest existing folder above it, and whether the next one can be made in it.
            case absent(nearest: String, canBeMade: Bool)
            /// The reason, as reported by the system.
            case hidden(String)
        }

        var kind: Kind
        var isOwn = true
        var isWritable = true
        /// Whether the files in it are on a file system that is mounted read-only.
        var isReadOnly = false
        /// The bytes that this user may still write; `nil` if unknown.
        var room: UInt64?
    }

    /// The space, in bytes, below which there will soon be none left for album covers and the listening history.
    static let littleRoom: UInt64 = 100_000_000

    static func check(_ folder: Folder, _ state: State) -> HealthCheck {
        let (name, path, word) = ("folders." + folder.name, folder.path, ShellWord.quoted(folder.path))
        let bad: HealthCheck.Verdict = folder.isNeeded ? .failed : .warning
        switch state.kind {
        case .notAFolder:
            return HealthCheck(name, bad, "\(path) is not a folder", advice: "move it away: mv \(word) \(word).old")
        case .hidden(let reason):
            return HealthCheck(
                name, bad, "\(path) cannot be reached: \(reason)", advice: "check its permissions: ls -ld \(word)")
        case .absent(let nearest, false):
            return HealthCheck(
                name, bad, "\(path) does not exist and cannot be created in \(nearest)",
                advice: state.isOwn || state.isReadOnly ? advice(nearest, state) : makingAdvice(path, below: nearest))
        case .absent(_, true): return room(name, state, "\(path) does not exist yet; it is created when needed")
        case .there where !state.isWritable || state.isReadOnly:
            return HealthCheck(name, bad, "cannot write to \(path)", advice: advice(path, state))
        case .there: return room(name, state, path)
        }
    }

    private static func advice(_ path: String, _ state: State) -> String {
        let word = ShellWord.quoted(path)
        if state.isReadOnly { return "its disk is mounted read-only; find out why: findmnt --target \(word)" }
        return state.isOwn ? "chmod u+rwx \(word)" : "sudo chown -R \"$(id -un)\" \(word)"
    }

    /// Advises to make the first missing folder for this user, in which the others can then be made. The folder above
    /// it belongs to others, perhaps to the system, and remains theirs.
    private static func makingAdvice(_ path: String, below nearest: String) -> String {
        let names = path.dropFirst(path.hasPrefix(nearest) ? nearest.count : 0).split(separator: "/")
        let first = names.first.map { (nearest.hasSuffix("/") ? nearest : nearest + "/") + $0 } ?? path
        return "set HOME to a folder of this user, or: sudo install -d -o \"$(id -un)\" \(ShellWord.quoted(first))"
    }

    private static func room(_ name: String, _ state: State, _ detail: String) -> HealthCheck {
        guard let room = state.room else { return HealthCheck(name, .ok, detail) }
        let text = room >= 1_000_000_000 ? "\(room / 1_000_000_000) GB" : "\(room / 1_000_000) MB"
        guard room < littleRoom else { return HealthCheck(name, .ok, "\(detail), \(text) free") }
        return HealthCheck(
            name, room < 1_000_000 ? .failed : .warning, "\(detail), only \(text) free",
            advice: "free some space on its disk; otherwise the listening history cannot be saved")
    }
}

extension FolderChecks {
    static func folders(_ directories: UserDirectories, needsRuntime: Bool) -> [Folder] {
        [
            Folder(name: "data", path: directories.data, isNeeded: true),
            Folder(name: "state", path: directories.state, isNeeded: true),
            Folder(name: "cache", path: directories.cache, isNeeded: false),
            Folder(name: "runtime", path: directories.runtime, isNeeded: needsRuntime),
        ]
    }

    /// Returns the state of a folder. Blocks.
    static func state(of path: String) -> State {
        var info = stat()
        guard stat(path, &info) == 0 else {
            guard errno == ENOENT else { return State(kind: .hidden(String(cString: strerror(errno)))) }
            return stateOfNone(path)
        }
        guard info.st_mode & S_IFMT == S_IFDIR else { return State(kind: .notAFolder) }
        return state(.there, at: path, info)
    }

    private static func stateOfNone(_ path: String) -> State {
        var nearest = path
        var info = stat()
        repeat {
            guard let slash = nearest.lastIndex(of: "/") else { break }
            nearest = slash == nearest.startIndex ? "/" : String(nearest[..<slash])
        } while stat(nearest, &info) != 0 && nearest != "/"
        var state = state(.there, at: nearest, info)
        state.kind = .absent(nearest: nearest, canBeMade: state.isWritable && !state.isReadOnly)
        return state
    }

    private static func state(_ kind: State.Kind, at path: String, _ info: stat) -> State {
        let isWritable = access(path, W_OK | X_OK) == 0
        var (disk, room) = (statvfs(), UInt64?.none)
        if statvfs(path, &disk) == 0 { room = UInt64(disk.f_bavail) * UInt64(disk.f_frsize) }
        return State(
            kind: kind, isOwn: info.st_uid == getuid(), isWritable: isWritable,
            isReadOnly: disk.f_flag & UInt(ST_RDONLY) != 0, room: room)
    }
}
