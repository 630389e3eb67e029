// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime

/// A file that is being fetched from a paired machine. Pieces that are read are fetched first, and the rest while no
/// reader waits.
///
/// Several tracks may be parts of it.
@MediaActor
final class LinkedFile {
    /// The number of pieces requested at a time: one for each program on the way, so that all of them are busy.
    private static let width = 6
    /// The time that a file is fetched before it is clear whether waiting for it takes too long.
    private static let trial: Duration = .milliseconds(200)

    /// The track through which the file is requested.
    let medium: LinkedMedium
    var size: Int { map.size }
    let version: String
    /// The time when it was last needed.
    private(set) var wanted = ContinuousClock.now

    private let log = Logger("link")
    private let machines: LinkedMachines
    private let cache: FetchCache
    private let content: String
    private let part: PartFile
    private var map: PieceMap
    private var fetching: [Int: Task<Result<Void, ServiceError>, Never>] = [:]
    private var filling: Task<Void, Never>?
    /// Whether pieces are being fetched that no reader waits for.
    var isFilling: Bool { filling != nil }
    /// The piece at which filling continues.
    private var place = 0
    /// Whether a piece could not be fetched, which ends filling.
    private var isGivenUp = false
    /// Whether the file has been replaced on the other machine.
    private(set) var isStale = false
    private var isFinishing = false
    /// The path of the complete file, or `nil` until it is complete.
    private(set) var path: String?
    /// The names of its tracks in the cache.
    private var tracks: Set<String> = []
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Fetches the beginning of a file.
    ///
    /// - Throws: The error of the other machine.
    static func beginning(
        of medium: LinkedMedium, from machines: LinkedMachines
    ) async throws(ServiceError) -> FilePiece { try await ask(medium, 0, from: machines) }

    /// Begins to fetch a file, or continues it.
    ///
    /// - Parameters:
    ///   - piece: The beginning of the file.
    ///   - content: The name of its content.
    /// - Throws: `storage` if it cannot be kept here.
    static func open(
        _ medium: LinkedMedium, _ piece: FilePiece, from machines: LinkedMachines, into cache: FetchCache,
        as content: String
    ) async throws(ServiceError) -> LinkedFile {
        do throws(FetchCache.Failure) {
            let (part, map) = try await cache.begin(content, size: piece.size)
            let file = LinkedFile(medium, piece, machines, cache, content, part, map)
            if !map.has(0) {
                try await cache.write(piece.bytes, to: part, piece: 0)
                file.map.insert(0)
            }
            await file.finishIfWhole()
            file.fill()
            return file
        } catch { throw ServiceError(.storage, error.message) }
    }

    private init(
        _ medium: LinkedMedium, _ piece: FilePiece, _ machines: LinkedMachines, _ cache: FetchCache, _ content: String,
        _ part: PartFile, _ map: PieceMap
    ) {
        (self.medium, self.machines, self.cache, self.content, self.part) = (medium, machines, cache, content, part)
        (self.map, version) = (map, piece.version)
    }

    isolated deinit {
        guard path == nil else { return }
        Task { [cache, part] in await cache.rest(part) }
    }

    /// Notes that a track is in the file.
    ///
    /// - Parameter track: Its name in the cache.
    func add(_ track: String) async {
        guard tracks.insert(track).inserted, path != nil else { return }
        await cache.link(track, to: content)
    }

    private static func ask(
        _ medium: LinkedMedium, _ offset: Int, from machines: LinkedMachines
    ) async throws(ServiceError) -> FilePiece {
        try await machines.ask(medium.machine, .file(medium.track, from: offset, count: PieceMap.length)) {
            FilePiece(json: $0, at: offset, count: PieceMap.length)
        }
    }

    // MARK: Reading

    /// Returns the bytes from an offset to the end of its piece, and waits until they are here.
    ///
    /// - Parameter offset: The offset in bytes, less than ``size``.
    func bytes(at offset: Int) async throws(ServiceError) -> [UInt8] {
        wanted = .now
        let piece = map.piece(at: offset)
        if !map.has(piece) {
            place = piece + 1
            try await fetch(piece)
            fill()
        }
        let range = map.range(of: piece)
        let bytes = await cache.read(part, at: offset, range.upperBound - offset)
        guard !bytes.isEmpty else { throw ServiceError(.storage, "the fetched file cannot be read") }
        return bytes
    }

    /// Waits for a while until the file is complete, and gives up early once it is clear that this would take longer.
    func waitUntilWhole(within limit: Duration) async {
        wanted = .now
        guard path == nil, filling != nil else { return }
        lastWaiter += 1
        let number = lastWaiter
        let (begin, missing) = (ContinuousClock.now, map.missingBytes)
        let alarm = Task { [weak self] in
            guard (try? await MediaActor.sleep(for: Self.trial)) != nil else { return }
            guard let left = self?.map.missingBytes else { return }
            let rate = Double(missing - left) / ((ContinuousClock.now - begin) / .seconds(1))
            let rest = limit - (ContinuousClock.now - begin)
            if Double(left) <= rate * (rest / .seconds(1)) {
                guard (try? await MediaActor.sleep(for: rest)) != nil else { return }
            }
            self?.waiters.removeValue(forKey: number)?.resume()
        }
        await withCheckedContinuation { waiters[number] = $0 }
        alarm.cancel()
    }

    // MARK: Fetching

    /// Continues to fetch missing pieces, if this is not already happening. A failure ends it until something is read
    /// again.
    func fill() {
        guard filling == nil, !map.isWhole, !isStale else { return }
        isGivenUp = false
        // Each task ends when this file is released.
        let walks = (0..<Self.width).map { _ in
            Task { [weak self] in
                while let piece = self?.takeNext() {
                    do throws(ServiceError) { try await self?.fetch(piece) } catch { self?.isGivenUp = true }
                }
            }
        }
        filling = Task { [weak self] in
            for walk in walks { await walk.value }
            await self?.filled()
        }
    }

    private func takeNext() -> Int? {
        guard !Task.isCancelled, !isGivenUp else { return nil }
        guard let piece = map.next(from: place, without: Set(fetching.keys)) else { return fetching.keys.first }
        place = piece + 1
        return piece
    }

    private func filled() async {
        filling = nil
        resumeWaiters()
        if path == nil { await cache.note(part) }
    }

    private func resumeWaiters() {
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume() }
    }

    private func fetch(_ piece: Int) async throws(ServiceError) {
        let task = fetching[piece] ?? Task { await load(piece) }
        fetching[piece] = task
        try await task.value.get()
    }

    private func load(_ piece: Int) async -> Result<Void, ServiceError> {
        defer { fetching[piece] = nil }
        do throws(ServiceError) {
            let range = map.range(of: piece)
            let found = try await Self.ask(medium, range.lowerBound, from: machines)
            guard found.size == size, found.version == version else {
                isStale = true
                throw ServiceError(.overtaken, "the file was changed there meanwhile; play it again")
            }
            do throws(FetchCache.Failure) { try await cache.write(found.bytes, to: part, piece: piece) } catch {
                throw ServiceError(.storage, error.message)
            }
            map.insert(piece)
            await finishIfWhole()
            return .success(())
        } catch { return .failure(error) }
    }

    private func finishIfWhole() async {
        guard map.isWhole, path == nil, !isFinishing else { return }
        isFinishing = true
        do throws(FetchCache.Failure) { path = try await cache.finish(part, as: content, of: tracks) } catch {
            // The file plays from the pieces that are here, and is fetched again another time.
            log.warning("what was fetched is not kept", ["reason": error.message])
        }
        // Link the tracks that were added meanwhile.
        if path != nil { for track in tracks { await cache.link(track, to: content) } }
        resumeWaiters()
    }
}
