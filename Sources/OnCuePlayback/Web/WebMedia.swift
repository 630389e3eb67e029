// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import HTTPClient
import OnCueCore
package import OnCueRuntime
import Synchronization

/// Opens media on web servers, and whatever GStreamer wants to read there by itself, such as the parts of a list.
///
/// Everything goes through one client, so that redirections and names that change lead no medium of the internet into
/// the network at home.
@MediaActor
package final class WebMedia {
    /// Nothing is said of the document that names an address, so its parts may only be public.
    private nonisolated static let unknownDocument = ""

    private let client: HTTPClient
    private let lists = HomeLists()
    private let parts = PartCount()

    /// The number of bytes read so far of parts of lists, whichever list it was.
    var partBytes: Int { parts.bytes }

    /// How often lists were read again so far, whichever they were.
    var listCounts: ListCounts { parts.listCounts }

    /// - Parameter client: Waits as long as a server without ranges may take; `RemoteFile` has limits of its own.
    package init(client: HTTPClient) {
        self.client = client
        let (lists, parts) = (lists, parts)
        MediaFramework.readWeb { address, list in
            // A list that is read again names itself.
            let source = lists.contains(list ?? address) ? nil : list ?? Self.unknownDocument
            return WebBytes(RemoteFile(address, from: source, client: client), counting: parts)
        }
    }

    /// Prepares to read a medium; schemes by which stations are named count as `http`.
    func file(at location: MediaLocation) -> RemoteFile {
        var address = location.uri
        for scheme in ["icyx", "icy"] where address.hasPrefix(scheme + "://") {
            address = "http" + address.dropFirst(scheme.count)
        }
        let source = client.linkedHosts.contains(address) ? Self.unknownDocument : nil
        return RemoteFile(address, from: source, client: client)
    }

    /// Lets a medium from the network at home, if it is a list, have its parts there as long as it is open.
    func open(_ facts: RemoteFile.Facts) { if facts.isFromHome { lists.insert(facts.address) } }

    func close(_ facts: RemoteFile.Facts) { if facts.isFromHome { lists.remove(facts.address) } }
}

/// The addresses of open media from the network at home, which may be lists; safe from any thread.
private final class HomeLists: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func contains(_ address: String) -> Bool { counts.withLock { $0[address] != nil } }

    func insert(_ address: String) { counts.withLock { $0[address, default: 0] += 1 } }

    func remove(_ address: String) {
        counts.withLock { $0[address] = $0[address].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
}

/// How often lists of parts were read, and had changed since they were read before.
struct ListCounts: Equatable {
    var readings = 0
    var changes = 0

    /// A server goes on sending the same list: who writes it is away, and no other connection would bring more.
    func isStale(since old: ListCounts) -> Bool { readings > old.readings && changes == old.changes }
}

/// Counts what is read of the parts of lists, and of lists that are read again; safe from any thread.
final class PartCount: Sendable {
    private struct Lists {
        var counts = ListCounts()
        var hashes: [String: Int] = [:]
    }

    private let count = Atomic<Int>(0)
    private let lists = Mutex(Lists())

    var bytes: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) { count.wrappingAdd(bytes, ordering: .relaxed) }

    var listCounts: ListCounts { lists.withLock { $0.counts } }

    /// A list has been read.
    func note(list address: String, _ hash: Int) {
        lists.withLock { lists in
            lists.counts.readings += 1
            if let old = lists.hashes.updateValue(hash, forKey: address), old != hash { lists.counts.changes += 1 }
            if lists.hashes.count > Self.listLimit { lists.hashes = [:] }
        }
    }

    private static let listLimit = 100
}
