// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore
internal import OnCueRuntime

extension OnCueConnection {
    package func libraryStatus() async throws(ClientError) -> LibraryStatus {
        let reply = try await call("GetStatus", of: ServiceNames.library)
        guard let status = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "GetStatus") }
        return LibraryStatus(status)
    }

    package func addFolder(_ folder: MediaLocation) async throws(ClientError) {
        try await call("AddFolder", of: ServiceNames.library, [.string(folder.uri)])
    }

    package func removeFolder(_ folder: MediaLocation) async throws(ClientError) {
        try await call("RemoveFolder", of: ServiceNames.library, [.string(folder.uri)])
    }

    package func scan() async throws(ClientError) {
        try await call("Scan", of: ServiceNames.library)
    }

    package func pauseScan() async throws(ClientError) {
        try await call("PauseScan", of: ServiceNames.library)
    }

    package func resumeScan() async throws(ClientError) {
        try await call("ResumeScan", of: ServiceNames.library)
    }

    package func cancelScan() async throws(ClientError) {
        try await call("CancelScan", of: ServiceNames.library)
    }

    package func scanFailures(offset: Int, limit: Int) async throws(ClientError) -> ScanFailurePage {
        let reply = try await call(
            "GetFailures", of: ServiceNames.library,
            [.uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count == 2, let total = reply[0].countValue, let pairs = reply[1].arrayValue else {
            throw .unexpectedAnswer(to: "GetFailures")
        }
        return ScanFailurePage(total: total, failures: pairs.compactMap(Self.failure))
    }

    private static func failure(_ pair: BusValue) -> ScanReport.Failure? {
        guard let members = pair.arrayValue, members.count == 2, let uri = members[0].stringValue,
            let location = MediaLocation(uri: uri), let reason = members[1].stringValue
        else { return nil }
        return ScanReport.Failure(location: location, reason: reason)
    }

    package func libraryUpdates() async throws(ClientError) -> AsyncStream<LibraryUpdate> {
        try await link.libraryUpdates()
    }
}

extension BusLink {
    /// Subscribes before it returns, so that nothing of what is asked for afterwards is missed.
    fileprivate func libraryUpdates() async throws(ClientError) -> AsyncStream<LibraryUpdate> {
        let bus = try await connected()
        let (updates, continuation) = AsyncStream.makeStream(
            of: LibraryUpdate.self, bufferingPolicy: .bufferingNewest(256))
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: ServiceNames.library
            ) { signal in
                guard let members = WireDictionary(signal.arguments.first) else { return }
                switch signal.member {
                case "ScanProgressed": continuation.yield(.progressed(LibraryScanProgress(members)))
                case "ScanFinished": continuation.yield(.finished(ScanReport(members)))
                default: break
                }
            },
            bus.watchOwner(of: ServiceNames.busName) { owner in
                if owner == nil { continuation.yield(.serviceLost) }
            },
        ])
        whenClosed {
            continuation.yield(.serviceLost)
            continuation.finish()
        }
        continuation.onTermination = { _ in
            Task { @MediaActor in subscriptions.end() }
        }
        return updates
    }
}
