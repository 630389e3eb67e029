// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
package import OnCueCore
internal import OnCueRuntime
package import OnCueSession

/// Keeps pictures as files under the cache home, named by the SHA-256 of their content, thumbnails with their size.
///
/// Worker processes open media and pictures. The cache is bounded; the least recently requested pictures are removed
/// first, but never one that is published as the picture of the current track.
package actor ArtworkStore: ArtworkProviding {
    /// The number of published pictures that are kept: those that ``NowPlayingCenter`` remembers, and a few more, each
    /// in its original size and in all others.
    private static let publishedLimit = 80 * (1 + ArtworkSize.allCases.count)
    private static let memoLimit = 1024

    /// A search for a picture, with the state of the file at that time.
    private struct Look: Hashable {
        var source: ArtworkJob.Source
        var side: Int
        var fingerprint: FileFingerprint?
    }

    private struct Found {
        var name: String
        var size: Int
    }

    private nonisolated let executor = BlockingExecutor(label: "oncue.artwork")
    private let folder: String
    private let workers: MediaWorkers
    private let fetcher: (any PictureFetching)?
    private let covers: (any CoverFinding)?
    private let limit: Int64
    private var cache: ArtworkCache?
    /// The covers that were found elsewhere, by the path of the medium.
    private var foreign: [[UInt8]: [UInt8]] = [:]
    private var found: [Look: Found?] = [:]
    /// The names of published files, newest last.
    private var published: [String] = []

    /// - Parameters:
    ///   - folder: An absolute path; created when the first picture is written.
    ///   - workers: The processes that open media and pictures.
    ///   - fetcher: Fetches pictures that are not local; without it, these are missing.
    ///   - covers: Finds pictures for media that are playing and have none.
    ///   - limit: The maximum size of all pictures together, in bytes.
    package init(
        folder: String, workers: MediaWorkers, fetcher: (any PictureFetching)? = nil,
        covers: (any CoverFinding)? = nil, limit: Int64 = 200 << 20
    ) {
        self.folder = folder
        self.workers = workers
        self.fetcher = fetcher
        self.covers = covers
        self.limit = limit
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func file(for reference: ArtworkReference) async -> MediaLocation? {
        guard let name = await name(of: reference, side: 0) ?? keepDefault() else { return nil }
        publish(name)
        return use(name)
    }

    package func files(for reference: ArtworkReference, identifier: ContentIdentifier) async -> ArtworkFiles? {
        await findElsewhere(reference)
        guard let full = await file(for: reference) else { return nil }
        var files = ArtworkFiles(full: full)
        for size in ArtworkSize.allCases {
            guard let name = await name(of: reference, size: size, identifier) else { continue }
            publish(name)
            files.sizes[size] = use(name)
        }
        return files
    }

    package func file(
        for reference: ArtworkReference?, size: ArtworkSize?, identifier: ContentIdentifier
    ) async -> MediaLocation? {
        await name(of: reference, size: size, identifier).map(use)
    }

    /// Keeps a file until a number of others have been published.
    private func publish(_ name: String) {
        published.removeAll { $0 == name }
        published.append(name)
        if published.count > Self.publishedLimit { published.removeFirst() }
    }

    // MARK: Finding a picture

    private func name(
        of reference: ArtworkReference?, size: ArtworkSize?, _ identifier: ContentIdentifier
    ) async -> String? {
        let side = size?.rawValue ?? 0
        if let reference, let name = await name(of: reference, side: side) { return name }
        let seed = UInt64(bitPattern: StableKey(hashing: identifier.description.utf8).number)
        return name(of: .generated(seed), side: side)
    }

    private func name(of reference: ArtworkReference, side: Int) async -> String? {
        switch reference {
        case .medium(let location):
            guard let path = location.filePath else { return nil }
            if let name = name(of: .embedded(path), side: side) { return name }
            if let name = SidecarPicture.path(besideFileAt: path).flatMap({ name(of: .file($0), side: side) }) {
                return name
            }
            return foreign[path].flatMap { name(of: .file($0), side: side) }
        case .picture(let location):
            var file: MediaLocation? = location
            if location.filePath == nil { file = await fetcher?.file(for: location) }
            return file?.filePath.flatMap { name(of: .file($0), side: side) }
        }
    }

    /// Looks for the picture of a medium that has none.
    private func findElsewhere(_ reference: ArtworkReference) async {
        guard let covers, case .medium(let location) = reference, let path = location.filePath else { return }
        foreign[path] = nil
        guard await name(of: reference, side: 0) == nil, let cover = await covers.cover(ofFileAt: path, asks: true)
        else { return }
        if foreign.count >= Self.memoLimit { foreign = [:] }
        foreign[path] = cover
    }

    /// Returns the earlier result while neither the medium nor the picture has changed; otherwise, a worker looks
    /// again.
    private func name(of source: ArtworkJob.Source, side: Int) -> String? {
        var look = Look(source: source, side: side)
        switch source {
        case .embedded(let path), .file(let path):
            guard let status = FileSystem.status(path).0 else { return nil }
            look.fingerprint = status.fingerprint
        case .generated: break
        }
        if let known = found[look] {
            guard let known else { return nil }
            if BoundedFile.size(folder + "/" + known.name) == known.size { return known.name }
        }
        let name = perform(ArtworkJob(source: source, side: side, folder: folder))
        if found.count >= Self.memoLimit { found = [:] }
        found[look] = .some(
            name.flatMap { name in BoundedFile.size(folder + "/" + name).map { Found(name: name, size: $0) } })
        return name
    }

    private func perform(_ job: ArtworkJob) -> String? {
        prepareFolder()
        var name: String?
        // If a picture crashes or hangs its worker, there is no picture.
        var batch = WorkerBatch(
            workers, [.artwork(job)], isCancelled: { false },
            take: { _, outcome in
                if case .success(.artwork(let made)) = outcome { name = made }
            })
        batch.run()
        return name
    }

    private func keepDefault() -> String? {
        prepareFolder()
        let bytes = PackageResources.default_artwork_png
        let name = "default.png"
        let path = folder + "/" + name
        return BoundedFile.size(path) == bytes.count || BoundedFile.write(bytes, to: path) ? name : nil
    }

    // MARK: The cache

    private func prepareFolder() {
        PrivateDirectory.make(folder)
        guard cache == nil else { return }
        BoundedFile.removeOldParts(in: folder)
        cache = ArtworkCache(folder: folder, limit: limit)
    }

    private func use(_ name: String) -> MediaLocation {
        cache?.use(name, keeping: Set(published))
        return MediaLocation(filePath: Array((folder + "/" + name).utf8))
    }
}
