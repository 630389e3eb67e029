// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import JSON
package import OnCueCore
internal import OnCueRuntime
internal import SubsonicProtocol

/// The files of this program: the servers, their logins, and the pinned items. Its functions block.
package struct SubsonicFiles: Sendable {
    /// The folder of all files.
    package let folder: String
    /// The maximum size of a file in bytes, unless it has its own limit.
    package static let largest = 4 << 20
    /// The maximum number of servers: there can be 32 providers in all.
    package static let mostServers = 16
    /// The maximum size of all copies in bytes, unless another limit is set.
    package static let defaultLimit = 4_000_000_000

    package struct Fault: Error, Sendable {
        package var message: String

        package init(_ message: String) { self.message = message }
    }

    package init(_ directories: UserDirectories) {
        folder = directories.data + "/subsonic"
    }

    /// Uses a given folder; for tests.
    package init(folder: String) {
        self.folder = folder
    }

    package var serverFile: String { folder + "/servers.json" }
    private var secretFile: String { folder + "/secrets.json" }

    /// Returns the folder with the copies and the other files of a server.
    package func folder(of key: String) -> String { folder + "/" + key }

    /// The maximum number of pinned items of one server.
    package static let mostPins = 200

    /// Whether copies of an item can be kept.
    package static func canPin(_ identifier: String) -> Bool {
        switch SubsonicItem(identifier)?.kind {
        case .song, .album, .artist, .genre, .playlist, .podcast, .episode, .bookmark: true
        case .list, .station, nil: false
        }
    }

    /// Deletes the copies and the other files of a server.
    package func removeCopies(of key: String) {
        let folder = folder(of: key)
        guard let stream = opendir(folder) else { return }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        closedir(stream)
        for name in names where !name.hasPrefix(".") { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    // MARK: Settings

    /// All settings.
    package struct Settings: Sendable, Equatable {
        package var servers: [SubsonicServer] = []
        /// The maximum size of the copies of all servers together, in bytes.
        package var limit = SubsonicFiles.defaultLimit
        /// The identifiers of pinned items, by the keys of servers.
        package var pins: [String: [String]] = [:]

        package init() {}
    }

    package func settings() throws(Fault) -> Settings {
        guard let json = try json(serverFile) else { return Settings() }
        var settings = Settings()
        settings.servers = (json["servers"]?.arrayValue ?? []).prefix(Self.mostServers).compactMap {
            SubsonicServer($0)
        }
        settings.limit = json["limit"]?.intValue.map { max(0, $0) } ?? Self.defaultLimit
        for server in settings.servers {
            let pins = json["pins"]?[server.key]?.arrayValue?.compactMap(\.stringValue) ?? []
            if !pins.isEmpty { settings.pins[server.key] = pins }
        }
        return settings
    }

    package func write(_ settings: Settings) throws(Fault) {
        let pins = settings.servers.compactMap { server in
            settings.pins[server.key].map { JSONValue.Member(server.key, .array($0.map { .string($0) })) }
        }
        try write(
            .object([
                .init("servers", .array(settings.servers.map(\.json))), .init("limit", .int(settings.limit)),
                .init("pins", .object(pins)),
            ]), to: serverFile)
    }

    // MARK: Secrets

    /// Returns the entries of the file for all logins, by the keys of servers.
    package func logins() throws(Fault) -> [String: KeptLogin] {
        guard case .object(let members)? = try json(secretFile) else { return [:] }
        return Dictionary(
            members.compactMap { member in KeptLogin(member.value).map { (member.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Replaces the entry of a login in the file, or removes it if `login` is `nil`.
    package func keep(_ login: KeptLogin?, of key: String) throws(Fault) {
        var members: [JSONValue.Member] = []
        if case .object(let known)? = try json(secretFile) { members = known.filter { $0.name != key } }
        if let login { members.append(.init(key, login.json)) }
        if members.isEmpty { return WholeFile.remove(secretFile) }
        try write(.object(members), to: secretFile)
        // Restores the permissions if other users have been allowed to read the files.
        PrivateDirectory.tighten(folder)
    }

    /// Takes the lock that keeps other processes from changing the files, as long as the result lives.
    func lock() throws(Fault) -> FolderLock {
        guard PrivateDirectory.make(folder) else {
            throw Fault("\(folder) cannot be made, or is not a private folder of yours")
        }
        guard let lock = FolderLock(folder, isAlone: true, patience: Self.lockPatience) else {
            throw Fault("another program changes the servers just now; try again")
        }
        return lock
    }

    /// Longer than a keyring that does not answer can take.
    private static let lockPatience: Duration = .seconds(30)

    /// Reads the settings, changes them and writes them, without another process in between.
    package func change(_ body: (inout Settings) throws(Fault) -> Void) throws(Fault) {
        let lock = try lock()
        var settings = try settings()
        try body(&settings)
        try write(settings)
        withExtendedLifetime(lock) {}
    }

    // MARK: Files

    /// Reads a JSON file; `nil` if it does not exist.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the file, in bytes.
    ///   - count: The maximum number of values in it.
    ///   - advice: The next step for the user if the file is damaged.
    package func json(
        _ path: String, limit: Int = SubsonicFiles.largest, count: Int = 1 << 18,
        advice: String = "remove it, and add the servers again"
    ) throws(Fault) -> JSONValue? {
        let bytes: [UInt8]?
        do throws(WholeFile.Failure) { bytes = try WholeFile.read(path, limit: limit) } catch {
            throw Fault(error.message)
        }
        guard let bytes else { return nil }
        guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self), maximumCount: count) else {
            throw Fault("\(path) is damaged: it is not JSON; \(advice)")
        }
        return json
    }

    /// Replaces a file.
    ///
    /// - Parameter limit: The maximum size in bytes; a file that would be too large to be read is not written.
    package func write(_ json: JSONValue, to path: String, limit: Int = SubsonicFiles.largest) throws(Fault) {
        guard PrivateDirectory.make(folder) else {
            throw Fault("\(folder) cannot be made, or is not a private folder of yours")
        }
        let bytes = Array((json.text() + "\n").utf8)
        guard bytes.count <= limit else { throw Fault("\(path) would be larger than \(limit >> 20) MiB") }
        do throws(WholeFile.Failure) { try WholeFile.replace(path, with: bytes) } catch {
            throw Fault(error.message)
        }
    }
}
