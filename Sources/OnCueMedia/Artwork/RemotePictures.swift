// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import GLib
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Pictures from web servers and other programs as files of a folder, named by the SHA-256 of their address.
///
/// A picture is fetched once, however many requests there are, and kept as long as there is room; after a failure it is
/// not requested again for a while. The data of a server is kept unchanged: workers interpret it.
package actor RemotePictures: PictureFetching {
    /// The largest picture that is worth fetching, in bytes.
    package static let sizeLimit = 10 << 20
    /// The time after a failure during which a picture is not requested again.
    private static let failurePause: Duration = .seconds(600)
    private static let failureLimit = 4096

    private nonisolated let executor = BlockingExecutor(label: "oncue.pictures", qos: .utility)
    private let folder: String
    private let limit: Int64
    private let fetch: @MediaActor @Sendable (String) async -> [UInt8]?
    private var cache: ArtworkCache?
    private var loading: [String: Task<Bool, Never>] = [:]
    private var failures: [String: ContinuousClock.Instant] = [:]

    /// - Parameters:
    ///   - folder: An absolute path; created for the first picture.
    ///   - limit: The maximum size of all pictures together, in bytes.
    ///   - fetch: Returns the data at an `http`, `https` or `oncue` address, in bounded time; `nil` on failure.
    package init(
        folder: String, limit: Int64 = 100 << 20, fetch: @escaping @MediaActor @Sendable (String) async -> [UInt8]?
    ) {
        self.folder = folder
        self.limit = limit
        self.fetch = fetch
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func file(for picture: MediaLocation) async -> MediaLocation? {
        guard ["http", "https", "oncue"].contains(picture.scheme) else { return nil }
        let name = Checksum.sha256(Array(picture.uri.utf8))
        guard await isPresent(name, picture.uri) else { return nil }
        cache?.use(name, keeping: [])
        return MediaLocation(filePath: Array((folder + "/" + name).utf8))
    }

    private func isPresent(_ name: String, _ address: String) async -> Bool {
        if BoundedFile.size(folder + "/" + name) != nil {
            prepareFolder()
            return true
        }
        if let failed = failures[name], .now - failed < Self.failurePause { return false }
        if let task = loading[name] { return await task.value }
        let task = Task { await self.load(name, address) }
        loading[name] = task
        return await task.value
    }

    private func load(_ name: String, _ address: String) async -> Bool {
        let bytes = await fetch(address)
        loading[name] = nil
        guard let bytes, !bytes.isEmpty, bytes.count <= Self.sizeLimit else {
            if failures.count >= Self.failureLimit { failures = [:] }
            failures[name] = .now
            return false
        }
        failures[name] = nil
        prepareFolder()
        return BoundedFile.write(bytes, to: folder + "/" + name)
    }

    private func prepareFolder() {
        PrivateDirectory.make(folder)
        guard cache == nil else { return }
        BoundedFile.removeOldParts(in: folder)
        cache = ArtworkCache(folder: folder, limit: limit)
    }
}
