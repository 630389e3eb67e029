// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import HTTPClient
import OnCueCore
package import OnCueRuntime
import Synchronization

/// Opens media on web servers, and the addresses that GStreamer requests by itself, such as the parts of a list.
///
/// Everything uses one client, so that redirections and changing names lead no medium of the internet into the home
/// network.
@MediaActor
package final class WebMedia {
    /// The address of an unknown document, whose parts may only be public.
    private nonisolated static let unknownDocument = ""

    private let client: HTTPClient
    private let linked: (any FileServer)?
    private let lists = HomeLists()
    private let parts = PartCount()

    /// The number of bytes read so far of parts of lists, whichever list it was.
    var partBytes: Int { parts.bytes }

    /// The numbers of readings and of changes of lists so far, for all lists together.
    var listCounts: ListCounts { parts.listCounts }

    /// - Parameters:
    ///   - client: Waits as long as a server without ranges may take; `RemoteFile` has limits of its own.
    ///   - linked: Has the files of paired machines, by their ``LinkedMedium/streamLocation``.
    package init(client: HTTPClient, linked: (any FileServer)? = nil) {
        (self.client, self.linked) = (client, linked)
        let (lists, parts) = (lists, parts)
        MediaFramework.readWeb { address, list in
            // A list that is reread names itself.
            let home = list ?? address
            guard lists.contains(home, leadingTo: address) else {
                let source = list ?? Self.unknownDocument
                // A list may have an address in the home network although its target is no longer there.
                let document = lists.isOpen(home) ? Self.unknownDocument : source
                return WebBytes(RemoteFile(address, from: document, client: client), counting: parts)
            }
            // The parts of a list from another machine at home are not on this machine's loopback.
            let file = RemoteFile(address, sparesThisMachine: !lists.isHere(home), client: client)
            return WebBytes(file, counting: parts) { [weak file] in
                // Whatever the purpose of the parts, the address may come from this document.
                if file?.facts?.isFromHome != true { lists.leave(home) }
            }
        }
    }

    /// Prepares to read a medium; the schemes of station addresses count as `http`.
    func file(at location: MediaLocation) -> RemoteFile {
        if let linked, LinkedMedium(location) != nil { return RemoteFile(location.uri, on: linked) }
        var address = location.uri
        for scheme in ["icyx", "icy"] where address.hasPrefix(scheme + "://") {
            address = "http" + address.dropFirst(scheme.count)
        }
        return RemoteFile(address, from: client.source(of: address), client: client)
    }

    /// Allows a medium from the home network, if it is a list, to have its parts there as long as it is open.
    func open(_ facts: RemoteFile.Facts) {
        if facts.isFromHome { lists.insert(facts.address, isHere: facts.isFromThisMachine) }
    }

    func close(_ facts: RemoteFile.Facts) { if facts.isFromHome { lists.remove(facts.address) } }
}

/// The addresses of open media from the home network, which may be lists; safe from any thread.
///
/// For every part, GStreamer names the list with which the medium began, and not the list that contains the part. So a
/// list that has led to one on the internet may no longer lead to anything at home except itself.
private final class HomeLists: Sendable {
    private struct List {
        var count = 0
        var hasLeft = false
        /// Whether it came from this machine itself.
        var isHere = false
    }

    private let lists = Mutex<[String: List]>([:])

    func isOpen(_ list: String) -> Bool { lists.withLock { $0[list] != nil } }

    /// Returns whether the parts of a list may be in the home network.
    func contains(_ list: String, leadingTo address: String) -> Bool {
        lists.withLock { $0[list].map { !$0.hasLeft || list == address } ?? false }
    }

    func isHere(_ list: String) -> Bool { lists.withLock { $0[list]?.isHere ?? false } }

    /// Notes that a list has led to another one on the internet.
    func leave(_ list: String) { lists.withLock { $0[list]?.hasLeft = true } }

    func insert(_ list: String, isHere: Bool) {
        lists.withLock { lists in
            lists[list, default: List()].count += 1
            lists[list]?.isHere = isHere
        }
    }

    func remove(_ list: String) {
        lists.withLock { lists in
            lists[list]?.count -= 1
            if lists[list]?.count == 0 { lists[list] = nil }
        }
    }
}

/// The numbers of times that lists of parts were read, and that they had changed since the last time.
struct ListCounts: Equatable {
    var readings = 0
    var changes = 0

    /// Returns whether a server keeps sending the same list: its author has stopped, and another connection would not
    /// bring more.
    func isStale(since old: ListCounts) -> Bool { readings > old.readings && changes == old.changes }
}

/// Counts the reads of list parts, and of lists that are reread; safe from any thread.
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

    /// Notes that a list has been read.
    func note(list address: String, _ hash: Int) {
        lists.withLock { lists in
            lists.counts.readings += 1
            if let old = lists.hashes.updateValue(hash, forKey: address), old != hash { lists.counts.changes += 1 }
            if lists.hashes.count > Self.listLimit { lists.hashes = [:] }
        }
    }

    private static let listLimit = 100
}
