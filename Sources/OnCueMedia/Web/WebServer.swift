// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import GLib
internal import Glibc
internal import OnCueRuntime

/// The answer of a web server.
package enum WebReply: Sendable, Equatable {
    case found([UInt8])
    /// The server reports that it has nothing.
    case none
    /// It did not answer, or answered with an error.
    case failed
}

/// A web server that is asked about tracks; its answers are files of a folder, named by the SHA-256 of their address.
///
/// An answer is kept as long as there is room, and the absence of one for 30 days. A server that fails is not asked for
/// a while. Without an address, the server is switched off.
package actor WebServer {
    /// Fetches the data at an address, with at most `limit` bytes, in bounded time.
    package typealias Fetch = @MediaActor @Sendable (_ address: String, _ limit: Int) async -> WebReply

    /// The outcome of a query.
    package enum Finding: Sendable, Equatable {
        /// The path of a file with the data.
        case file(String)
        case none
        /// The answer cannot be determined now, or is not wanted.
        case unknown
    }

    /// The time, in seconds, for which the server is not asked again about something that it does not have.
    private static let absenceLifetime: Int64 = 30 * 86_400
    private static let absenceSuffix = ".none"

    private nonisolated let executor = BlockingExecutor(label: "oncue.web", qos: .utility)
    private let folder: String
    private let room: Int64
    private let limit: Int
    private let accepts: @Sendable ([UInt8]) -> Bool
    private let fetch: Fetch
    private let time: @Sendable () -> Int64
    private var base: String?
    private var pause = ServerPause()
    private var cache: ArtworkCache?
    private var asking: [String: Task<Finding, Never>] = [:]

    /// - Parameters:
    ///   - base: The address before every query; `nil` to switch the server off.
    ///   - folder: An absolute path; created for the first answer.
    ///   - room: The maximum size of all answers together, in bytes.
    ///   - limit: The maximum size of one answer, in bytes.
    ///   - time: Seconds since 1970; another clock in tests.
    ///   - accepts: Whether an answer has the expected form.
    package init(
        _ base: String?, folder: String, room: Int64, limit: Int,
        time: @escaping @Sendable () -> Int64 = { Int64(Glibc.time(nil)) },
        accepts: @escaping @Sendable ([UInt8]) -> Bool, fetch: @escaping Fetch
    ) {
        (self.base, self.folder, self.room, self.limit) = (base.map(Self.trimmed), folder, room, limit)
        (self.accepts, self.fetch, self.time) = (accepts, fetch, time)
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether the server is switched on.
    package var isOn: Bool { base != nil }

    /// Changes the address; `nil` switches the server off.
    package func set(_ base: String?) {
        self.base = base.map(Self.trimmed)
        pause = ServerPause()
    }

    /// Returns the answer to a query, from the folder or from the server.
    ///
    /// - Parameters:
    ///   - question: The rest of the address, with a leading slash.
    ///   - asks: Whether the server is asked if the answer is not known.
    package func find(_ question: String, asks: Bool = true) async -> Finding {
        guard let base else { return .unknown }
        let address = base + question
        let name = Checksum.sha256(Array(address.utf8))
        if let known = known(name) { return known }
        guard asks else { return .unknown }
        if let task = asking[name] { return await task.value }
        guard pause.isOver(at: time()) else { return .unknown }
        let task = Task { await self.ask(address, name) }
        asking[name] = task
        return await task.value
    }

    private static func trimmed(_ base: String) -> String {
        var base = base
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    private func known(_ name: String) -> Finding? {
        let path = folder + "/" + name
        if BoundedFile.size(path) != nil {
            prepareFolder()
            cache?.use(name, keeping: [])
            return .file(path)
        }
        let text = BoundedFile.read(Array((path + Self.absenceSuffix).utf8), limit: 20)
        guard let text, let asked = Int64(String(decoding: text, as: UTF8.self)) else { return nil }
        return (0..<Self.absenceLifetime).contains(time() - asked) ? Finding.none : nil
    }

    private func ask(_ address: String, _ name: String) async -> Finding {
        let reply = await fetch(address, limit)
        asking[name] = nil
        switch reply {
        case .found(let bytes) where !bytes.isEmpty && bytes.count <= limit && accepts(bytes):
            pause = ServerPause()
            return write(bytes, name) ? .file(folder + "/" + name) : .unknown
        case .none:
            pause = ServerPause()
            _ = write(Array("\(time())".utf8), name + Self.absenceSuffix)
            return .none
        case .found, .failed:
            pause.fail(at: time())
            return .unknown
        }
    }

    private func write(_ bytes: [UInt8], _ name: String) -> Bool {
        prepareFolder()
        guard BoundedFile.write(bytes, to: folder + "/" + name) else { return false }
        cache?.use(name, keeping: [])
        return true
    }

    private func prepareFolder() {
        PrivateDirectory.make(folder)
        guard cache == nil else { return }
        BoundedFile.removeOldParts(in: folder)
        cache = ArtworkCache(folder: folder, limit: room)
    }
}

/// The time during which a server that failed is not asked: a minute at first, then twice as long each time, up to an
/// hour.
struct ServerPause: Sendable, Equatable {
    private static let first: Int64 = 60
    private static let longest: Int64 = 3600

    private var length: Int64 = 0
    private var end = Int64.min

    /// - Parameter time: Seconds since 1970.
    func isOver(at time: Int64) -> Bool {
        // A clock that was set back does not prolong the pause.
        time >= end || time < end - length
    }

    mutating func fail(at time: Int64) {
        length = min(Self.longest, max(Self.first, length * 2))
        end = time + length
    }
}
