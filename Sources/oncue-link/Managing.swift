// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import MachineLink
internal import PairedMachines

/// Shows and changes this machine's key and its paired machines.
struct Managing {
    private let place: Place

    init(_ place: Place) { self.place = place }

    func state() throws(LinkFault) { Output.say(Self.json(try place.files.book(), place)) }

    func forget(_ name: String) throws(LinkFault) {
        let (book, forgotten) = try place.files.change { (book: inout MachineBook) in
            let forgotten = book.forget(name)
            return (book, forgotten)
        }
        guard let forgotten else {
            throw LinkFault(.otherMachine, "\(name) is not a paired machine; oncue handoff machines lists them")
        }
        place.removeFetched(of: [forgotten])
        Output.say(Self.json(book, place))
    }

    func forgetEverything() throws(LinkFault) {
        let machines = (try? place.files.book())?.machines ?? []
        try place.files.forgetEverything()
        place.removeFetched(of: machines)
        Output.say(Self.json(MachineBook(), place))
    }

    func setPort(_ port: Int) throws(LinkFault) {
        guard LinkPort.isValid(port) else { throw LinkFault(.files, "\(port) is not a port; expected 1 to 65535") }
        Output.say(
            Self.json(
                try place.files.change {
                    $0.port = port
                    return $0
                }, place))
    }

    private static func json(_ book: MachineBook, _ place: Place) -> JSONValue {
        let listener = ListenerLock.holder(place.files.listenerPath)
        return .object([
            .init("machines", .array(book.machines.map(\.json))), .init("port", .int(book.port)),
            .init("listening", .bool(listener != nil)), .init("process", .int(orNull: listener.map { Int($0) })),
            .init("lasting", .bool(listener.map(Self.isUnit) ?? false)),
        ])
    }
}

extension Managing {
    /// Returns whether a process runs as a unit of the service manager.
    fileprivate static func isUnit(_ process: pid_t) -> Bool {
        let file = open("/proc/\(process)/cgroup", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).contains("/oncue-link.service")
    }
}

/// The file that is locked while this machine listens. The kernel knows the process that locked it, and unlocks it
/// however that process ends.
enum ListenerLock {
    /// Locks the file for the life of this process.
    ///
    /// - Returns: `false` if another process has locked it.
    static func take(_ path: String) -> Bool {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return fcntl(file, F_SETLK, &lock) == 0
    }

    /// Returns the process that has locked the file, or `nil` if there is none.
    static func holder(_ path: String) -> pid_t? {
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }
}
