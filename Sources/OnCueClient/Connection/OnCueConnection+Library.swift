// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: LibraryService {
    package func libraryStatus() async throws(ServiceError) -> LibraryStatus { try await read(LibraryMethods.status) }

    package func addFolder(_ folder: MediaLocation) async throws(ServiceError) {
        try await call(LibraryMethods.addFolder, Only(folder.uri))
    }

    package func removeFolder(_ folder: MediaLocation) async throws(ServiceError) {
        try await call(LibraryMethods.removeFolder, Only(folder.uri))
    }

    package func scan() async throws(ServiceError) { try await call(LibraryMethods.scan) }

    package func scanAll() async throws(ServiceError) { try await call(LibraryMethods.scanAll) }

    package func pauseScan() async throws(ServiceError) { try await call(LibraryMethods.pauseScan) }

    package func resumeScan() async throws(ServiceError) { try await call(LibraryMethods.resumeScan) }

    package func cancelScan() async throws(ServiceError) { try await call(LibraryMethods.cancelScan) }

    package func scanFailures(offset: Int, limit: Int) async throws(ServiceError) -> ScanFailurePage {
        try await call(LibraryMethods.failures, Pair(offset, limit))
    }

    package func libraryTracks(from start: UInt64, limit: Int) async throws(ServiceError) -> LibraryTrackPage {
        try await call(LibraryMethods.trackColumns, Pair(start, limit)).page
    }

    package func libraryUpdates() async throws(ClientError) -> AsyncStream<LibraryUpdate> {
        try await link.subscribedUpdates(of: ServiceNames.library, room: LibraryUpdate.room, lost: .serviceLost) {
            $0.content(of: LibraryMethods.progressed).map { LibraryUpdate.progressed($0.value) }
                ?? $0.content(of: LibraryMethods.finished).map { LibraryUpdate.finished($0.value) }
        }
    }
}
