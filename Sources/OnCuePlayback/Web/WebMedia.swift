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
    private let homes = Homes()
    private let parts = PartCount()

    /// The number of bytes read so far of parts of lists, whichever list it was.
    var partBytes: Int { parts.bytes }

    /// - Parameter client: Waits as long as a server without ranges may take; `RemoteFile` has limits of its own.
    package init(client: HTTPClient) {
        self.client = client
        let (homes, parts) = (homes, parts)
        MediaFramework.readWeb { address in
            let source = homes.areOpen ? nil : Self.unknownDocument
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

    /// Lets the parts of lists lie in the network at home as long as a medium from there is open.
    func open(_ facts: RemoteFile.Facts) { if facts.isFromHome { homes.change(by: 1) } }

    func close(_ facts: RemoteFile.Facts) { if facts.isFromHome { homes.change(by: -1) } }

    /// How many media from the network at home are open.
    private final class Homes: Sendable {
        private let count = Atomic<Int>(0)

        var areOpen: Bool { count.load(ordering: .acquiring) > 0 }

        func change(by number: Int) { count.wrappingAdd(number, ordering: .acquiringAndReleasing) }
    }
}

/// Counts what is read of the parts of lists; safe from any thread.
final class PartCount: Sendable {
    private let count = Atomic<Int>(0)

    var bytes: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) { count.wrappingAdd(bytes, ordering: .relaxed) }
}
