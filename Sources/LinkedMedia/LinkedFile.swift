// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime

/// A file that is fetched from a paired machine: what is read first comes first, and the rest while nothing else is wanted.
@MediaActor
final class LinkedFile {
    let medium: LinkedMedium
    var size: Int { map.size }
    let version: String
    /// When it was wanted last.
    private(set) var wanted = ContinuousClock.now

    private let machines: LinkedMachines
    private let cache: FetchCache
    private let name: String
    private let part: PartFile
    private var map: PieceMap
    private var fetching: [Int: Task<Result<Void, ServiceError>, Never>] = [:]
    private var filling: Task<Void, Never>?
    /// The piece with which filling goes on.
    private var place = 0
    /// The file is another one there by now.
    private(set) var isStale = false
    /// The path of the whole file.
    private(set) var path: String?
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Asks for the beginning of a file.
    ///
    /// - Throws: The error of the other machine; `storage` when it cannot be kept here.
    static func open(
        _ medium: LinkedMedium, from machines: LinkedMachines, into cache: FetchCache, as name: String
    ) async throws(ServiceError) -> LinkedFile {
        let piece = try await ask(medium, 0, from: machines)
        do throws(FetchCache.Failure) {
            let part = try await cache.begin(name, size: piece.size)
            let file = LinkedFile(medium, piece, machines, cache, name, part)
            try await cache.write(piece.bytes, to: part, at: 0)
            file.map.insert(0)
            await file.finishIfWhole()
            file.fill()
            return file
        } catch { throw ServiceError(.storage, error.message) }
    }

    private init(
        _ medium: LinkedMedium, _ piece: FilePiece, _ machines: LinkedMachines, _ cache: FetchCache, _ name: String,
        _ part: PartFile
    ) {
        (self.medium, self.machines, self.cache, self.name, self.part) = (medium, machines, cache, name, part)
        (map, version) = (PieceMap(size: piece.size), piece.version)
    }

    isolated deinit {
        filling?.cancel()
        guard path == nil else { return }
        Task { [cache, part] in await cache.drop(part) }
    }

    private static func ask(
        _ medium: LinkedMedium, _ offset: Int, from machines: LinkedMachines
    ) async throws(ServiceError) -> FilePiece {
        try await machines.ask(medium.machine, .file(medium.track, from: offset, count: PieceMap.length)) {
            FilePiece(json: $0, at: offset, count: PieceMap.length)
        }
    }

    // MARK: Reading

    /// The bytes from an offset on, as far as they are in one piece; waits until they are here.
    ///
    /// - Parameter offset: Less than ``size``.
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

    /// Waits until all of it is here, for a while.
    func waitUntilWhole(within limit: Duration) async {
        wanted = .now
        guard path == nil, filling != nil else { return }
        lastWaiter += 1
        let number = lastWaiter
        let alarm = Task { [weak self] in
            guard (try? await MediaActor.sleep(for: limit)) != nil else { return }
            self?.waiters.removeValue(forKey: number)?.resume()
        }
        await withCheckedContinuation { waiters[number] = $0 }
        alarm.cancel()
    }

    // MARK: Fetching

    /// Goes on to fetch what is missing, unless it does; a failure ends that until something is read again.
    func fill() {
        guard filling == nil, !map.isWhole, !isStale else { return }
        filling = Task { [weak self] in
            while let piece = self?.takeNext() {
                do throws(ServiceError) { try await self?.fetch(piece) } catch { break }
            }
            self?.filled()
        }
    }

    private func takeNext() -> Int? {
        guard !Task.isCancelled, let piece = map.next(from: place) else { return nil }
        place = piece + 1
        return piece
    }

    private func filled() {
        filling = nil
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume() }
    }

    private func fetch(_ piece: Int) async throws(ServiceError) {
        let task = fetching[piece] ?? Task { await load(piece) }
        fetching[piece] = task
        let result = await task.value
        fetching[piece] = nil
        try result.get()
    }

    private func load(_ piece: Int) async -> Result<Void, ServiceError> {
        do throws(ServiceError) {
            let range = map.range(of: piece)
            let found = try await Self.ask(medium, range.lowerBound, from: machines)
            guard found.size == size, found.version == version else {
                isStale = true
                throw ServiceError(.overtaken, "the file was changed there meanwhile; play it again")
            }
            do throws(FetchCache.Failure) { try await cache.write(found.bytes, to: part, at: range.lowerBound) } catch {
                throw ServiceError(.storage, error.message)
            }
            map.insert(piece)
            await finishIfWhole()
            return .success(())
        } catch { return .failure(error) }
    }

    private func finishIfWhole() async {
        guard map.isWhole, path == nil else { return }
        path = try? await cache.finish(part, as: name)
    }
}
