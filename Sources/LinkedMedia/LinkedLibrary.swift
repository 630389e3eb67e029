// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession
internal import PairedMachines

/// The files of paired machines, if they share them and fetching is on here.
///
/// A file that arrives within a moment plays like any other; one that takes longer plays while it is fetched.
@MediaActor
package final class LinkedLibrary: MediaLocating, MediaFetching, FileServer {
    /// The time that a file is waited for before it plays while it is fetched.
    private static let wholeLimit: Duration = .milliseconds(1_500)
    /// The time that a machine gets to report which parts it shares.
    private static let answerLimit: Duration = .seconds(6)
    /// The largest number of files fetched at a time; beyond that, the one not needed for the longest time is given up.
    private static let fileLimit = 4

    /// Whether files are fetched. Files that were fetched before play in any case.
    package var isOn: Bool

    package let machines: LinkedMachines
    private let cache: FetchCache
    /// The files by the name of their content.
    private var files: [String: LinkedFile] = [:]
    /// Whether pieces are being fetched that no reader waits for.
    var isFilling: Bool { files.values.contains(where: \.isFilling) }
    /// The name of the content that each track is in.
    private var contents: [LinkedMedium: String] = [:]
    private var beginnings: [String: Task<Result<LinkedFile, ServiceError>, Never>] = [:]
    private var openings: [LinkedMedium: Task<Result<LinkedFile, ServiceError>, Never>] = [:]

    /// - Parameters:
    ///   - folder: The folder in which fetched files are kept.
    ///   - limit: The largest number of bytes that they may take.
    package init(_ machines: LinkedMachines, folder: String, limit: Int, isOn: Bool) {
        (self.machines, self.isOn) = (machines, isOn)
        cache = FetchCache(folder: folder, limit: limit)
    }

    package func setLimit(_ limit: Int) { Task { [cache] in await cache.setLimit(limit) } }

    // MARK: MediaLocating

    @MediaActor
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        guard let medium = LinkedMedium(location) else {
            throw PlaybackError(.notFound, "\(location) names no file of a paired machine")
        }
        if let path = await cache.whole(Self.name(medium)) { return MediaLocation(filePath: Array(path.utf8)) }
        do throws(ServiceError) {
            let file = try await file(medium)
            file.fill()
            await file.waitUntilWhole(within: Self.wholeLimit)
            return file.path.map { MediaLocation(filePath: Array($0.utf8)) } ?? file.medium.streamLocation
        } catch {
            let code: PlaybackError.Code =
                switch error.code {
                case .notFound: .notFound
                case .refused: .permissionDenied
                case .storage: .failed
                default: .network
                }
            throw PlaybackError(code, error.message)
        }
    }

    // MARK: MediaFetching

    @MediaActor
    package func prospect(of machine: String) async -> FetchProspect {
        guard isOn else { return .off }
        do throws(ServiceError) {
            let parts = try await machines.ask(
                machine, .shares, within: Self.answerLimit, read: SharedParts.init(json:))
            if parts.files { return .open }
            return .refused(
                "it does not share its files; to allow it, there: oncue config set \(ConfigurationKey.shareFiles.name) on"
            )
        } catch { return .refused(error.message) }
    }

    // MARK: FileServer

    package func read(_ address: String, from offset: Int, length: Int?) async throws(HTTPError) -> ServedFile {
        do throws(ServiceError) {
            guard let medium = MediaLocation(uri: address).flatMap(LinkedMedium.init) else {
                throw ServiceError(.notFound, "\(address) names no file of a paired machine")
            }
            let file = try await file(medium)
            let end = length.map { min(offset + $0, file.size) } ?? file.size
            let reading = Reading(file, offset..<max(offset, end))
            return ServedFile(size: file.size, version: file.version) { () throws(HTTPError) in
                try await reading.next()
            }
        } catch { throw HTTPError(error) }
    }

    /// One pass through a file.
    @MediaActor
    private final class Reading {
        private let file: LinkedFile
        private var rest: Range<Int>

        init(_ file: LinkedFile, _ range: Range<Int>) { (self.file, rest) = (file, range) }

        func next() async throws(HTTPError) -> [UInt8]? {
            guard !rest.isEmpty else { return nil }
            do throws(ServiceError) {
                let bytes = try await file.bytes(at: rest.lowerBound).prefix(rest.count)
                rest = rest.dropFirst(bytes.count)
                return Array(bytes)
            } catch { throw HTTPError(error) }
        }
    }

    // MARK: Files

    /// Returns the name of a track in the cache.
    private static func name(_ medium: LinkedMedium) -> String {
        MachineIdentifier.filePrefix(medium.machine) + medium.track.text
    }

    /// Returns the name of a file's content, which differs between files and changes when a file does.
    private static func content(_ machine: String, _ piece: FilePiece) -> String {
        MachineIdentifier.filePrefix(machine) + StableKey(hashing: "\(piece.version)/\(piece.size)".utf8).text
    }

    private func file(_ medium: LinkedMedium) async throws(ServiceError) -> LinkedFile {
        if let content = contents[medium], let file = files[content] {
            if !file.isStale { return file }
            files[content] = nil
        }
        guard isOn else {
            throw ServiceError(
                .refused,
                "files are not fetched from paired machines; to allow it: oncue config set "
                    + "\(ConfigurationKey.fetchFiles.name) on")
        }
        let task =
            openings[medium]
            ?? Task {
                do throws(ServiceError) { return .success(try await open(medium)) } catch { return .failure(error) }
            }
        openings[medium] = task
        let result = await task.value
        openings[medium] = nil
        return try result.get()
    }

    /// Requests the file of a track. Several tracks may be parts of one file, which is fetched once.
    private func open(_ medium: LinkedMedium) async throws(ServiceError) -> LinkedFile {
        let piece = try await LinkedFile.beginning(of: medium, from: machines)
        let content = Self.content(medium.machine, piece)
        let task =
            beginnings[content]
            ?? Task {
                defer { beginnings[content] = nil }
                if let file = files[content], !file.isStale { return .success(file) }
                do throws(ServiceError) {
                    let file = try await LinkedFile.open(medium, piece, from: machines, into: cache, as: content)
                    keep(file, as: content)
                    return .success(file)
                } catch { return .failure(error) }
            }
        beginnings[content] = task
        let file = try await task.value.get()
        contents[medium] = content
        await file.add(Self.name(medium))
        return file
    }

    private func keep(_ file: LinkedFile, as content: String) {
        files[content] = file
        while files.count > Self.fileLimit, let oldest = files.min(by: { $0.value.wanted < $1.value.wanted }) {
            files[oldest.key] = nil
        }
        contents = contents.filter { files[$0.value] != nil }
    }

    /// Turns fetching off, leaves unfinished files to be continued later, and closes all links.
    package func close() async {
        isOn = false
        (files, contents) = ([:], [:])
        await cache.restAll()
        await machines.close()
    }
}

extension HTTPError {
    /// Creates the error for a player of files, with a code that makes it try again if that may succeed later.
    fileprivate init(_ error: ServiceError) {
        let code: Code =
            switch error.code {
            case .unavailable: .unreachable
            case .overtaken: .changed
            default: .malformed
            }
        self.init(code, error.message)
    }
}
