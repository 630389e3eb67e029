// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import MPDAdapter
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueRuntime
internal import TextOutput

/// The socket on which this program listens, and its files.
struct Place {
    let environment = ClientEnvironment.current()

    /// The path at which clients of MPD look for a socket.
    var socket: String {
        if let folder = ProcessEnvironment.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
            return folder + "/mpd/socket"
        }
        return environment.directories.runtime + "/mpd-socket"
    }

    private var lock: String { environment.directories.runtime + "/mpd.lock" }
    private var configuration: String { environment.directories.configuration + "/mpd.conf" }

    struct Fault: Error {
        var message: String
    }

    /// Reads the settings from their file, if there is one.
    func settings() throws(Fault) -> MPDSettings {
        let path = configuration
        let bytes: [UInt8]?
        do throws(WholeFile.Failure) { bytes = try WholeFile.read(path, limit: MPDSettings.largest) } catch {
            throw Fault(message: error.message)
        }
        guard let bytes else { return MPDSettings() }
        let settings: MPDSettings
        do throws(MPDSettings.Mistake) { settings = try MPDSettings(String(decoding: bytes, as: UTF8.self)) } catch {
            throw Fault(message: "\(path), line \(error.line): \(error.message)")
        }
        var status = stat()
        if !settings.passwords.isEmpty, stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
            throw Fault(message: "\(path) has a password and can be read by others; run chmod 600 \(path)")
        }
        if let fault = settings.fault { throw Fault(message: "\(path): \(fault)") }
        return settings
    }

    // MARK: One listener

    /// Takes the lock for the life of this process.
    ///
    /// - Returns: The file, to which the listener writes where it listens; `nil` if another process has the lock.
    func takeLock() throws(Fault) -> ListenerFile? {
        let folder = environment.directories.runtime
        guard PrivateDirectory.make(folder) else {
            throw Fault(message: "\(folder) cannot be made, or is not a private folder of yours")
        }
        let file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Fault(message: "cannot open \(lock): \(ProcessEnvironment.text(ofError: errno))")
        }
        var wish = flock()
        (wish.l_type, wish.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return fcntl(file, F_SETLK, &wish) == 0 ? ListenerFile(descriptor: file) : nil
    }

    /// The process that listens, and the state that it has written; `nil` if there is none.
    private var listener: (process: pid_t, state: JSONValue)? {
        let file = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var wish = flock()
        (wish.l_type, wish.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_GETLK, &wish) == 0, wish.l_type != Int16(F_UNLCK) else { return nil }
        return (wish.l_pid, ListenerFile(descriptor: file).state)
    }

    /// Removes the songs kept for the next start, unless another process listens, which needs them.
    func forget() {
        do throws(Fault) {
            guard let lock = try takeLock() else { return Self.say([.init("forgotten", .bool(false))]) }
            KeptSongs.remove(in: environment.directories.state)
            Self.say([.init("forgotten", .bool(true))])
            withExtendedLifetime(lock) {}
        } catch {
            Self.fail(error.message)
        }
    }

    // MARK: Output

    /// Prints where it listens, even if the settings have a mistake, since it must be possible to end a listener.
    func tellState() {
        var (known, fault): (MPDSettings, String?) = (MPDSettings(), nil)
        do throws(Fault) { known = try settings() } catch { fault = error.message }
        let (listener, wanted) = (listener, JSONValue.array(known.addresses.map { .string($0.text) }))
        var members: [JSONValue.Member] = [
            .init("process", .int(orNull: listener.map { Int($0.process) })), .init("socket", .string(socket)),
            .init("addresses", listener?.state["addresses"] ?? wanted),
            .init("missing", listener?.state["missing"] ?? .array([])),
            .init("passwords", .int(known.passwords.count)), .init("settings", .string(configuration)),
        ]
        if let fault { members.append(.init("fault", .string(fault))) }
        Self.say(members)
        if fault != nil { exit(1) }
    }

    static func say(_ members: [JSONValue.Member]) {
        write(JSONValue.object(members).text() + "\n", to: 1)
    }

    static func fail(_ message: String) -> Never {
        say([.init("fault", .string(message))])
        exit(1)
    }

    /// Writes a line to the log.
    static func note(_ message: String) { write("oncue-mpd: \(TextLayout.printable(message))\n", to: 2) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
