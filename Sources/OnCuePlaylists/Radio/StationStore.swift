// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// The stations in their file, which people may edit at any time.
///
/// Each change reads the file first, so that edits made meanwhile are not lost, and writes it whole.
package actor StationStore: StationManaging {
    private static let nameLimit = FoundStation.longestName

    private let executor = BlockingExecutor(label: "oncue.radio", qos: .utility)
    package nonisolated let path: String
    private let trash: TrashFolder?
    nonisolated let hub = ContentChangeHub()
    /// The stations as last read; the first access reads the file.
    package var stations: [Station] {
        if known == nil { known = (try? read())?.stations ?? [] }
        return known ?? []
    }
    private var known: [Station]? {
        didSet { texts.keep(known?.map(\.name)) }
    }
    /// The texts by which stations are found.
    nonisolated let texts = KeptTexts()
    private(set) var revision: ContentTree.Revision

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: Absolute path of the file, which is made when the first station is added.
    ///   - revision: The first revision; higher than in the run before.
    ///   - trash: Keeps stations that are removed; without one they are gone.
    package init(path: String, revision: ContentTree.Revision, trash: TrashFolder? = nil) {
        self.path = path
        self.trash = trash
        self.revision = revision
    }

    deinit { hub.finish() }

    private nonisolated var location: MediaLocation { MediaLocation(filePath: Array(path.utf8)) }

    /// Makes the folder of the file, so that it can be watched, and reads the file.
    package func open() {
        try? FileAccess.makeFolder(folder)
        refresh()
    }

    private nonisolated var folder: [UInt8] { PathBytes.divided(Array(path.utf8))?.folder ?? [PathBytes.slash] }

    /// Rereads the file and announces the differences; if it cannot be read, everything is unchanged.
    package func refresh() {
        if let list = try? read() { take(list) }
    }

    func station(_ identifier: ContentIdentifier) throws(ContentError) -> Station {
        guard let station = stations.first(where: { $0.identifier == identifier }) else {
            throw Self.notFound(identifier)
        }
        return station
    }

    var state: (stations: [Station], revision: ContentTree.Revision) { (stations, revision) }

    // MARK: StationManaging

    package func add(
        _ name: String, at address: MediaLocation, picture: MediaLocation? = nil
    ) throws(ContentError) -> ContentIdentifier {
        guard address.scheme == "http" || address.scheme == "https" else {
            throw ContentError(
                .refused, "the address of a station must start with http:// or https://, not \(address.scheme)://")
        }
        guard !address.uri.contains(where: { $0.isWhitespace }) else {
            throw ContentError(.refused, "the address of a station cannot contain spaces; write %20")
        }
        let station = Station(name: try Self.checked(name), address: address, picture: picture)
        var list = try readOrFail()
        if let known = list.stations.first(where: { $0.identifier == station.identifier }) {
            throw ContentError(.refused, "\(address) is already in the list, as \"\(known.name)\"")
        }
        guard list.stations.count < StationList.limit else {
            throw ContentError(
                .refused, "there are already \(StationList.limit) stations, which is the limit; remove one first")
        }
        list.add(station)
        try write(list)
        return station.identifier
    }

    package func remove(_ station: ContentIdentifier) throws(ContentError) {
        var list = try readOrFail()
        let (name, text) = (list.stations.first { $0.identifier == station }?.name, list.text(of: station))
        guard list.remove(station) else { throw Self.notFound(station) }
        var key: String?
        if let trash, let name, let text {
            do throws(WholeFile.Failure) {
                key = try trash.put(.station, title: name, content: Array(text.utf8))
            } catch {
                throw ContentError(.storage, "cannot remove the station \"\(name)\": \(error.message)")
            }
        }
        do throws(ContentError) { try write(list) } catch {
            if let key { trash?.remove(key) }
            throw error
        }
    }

    /// Restores a station that was removed.
    ///
    /// - Throws: `refused` when its address is in the list, or the list is full; `storage`.
    package func restore(_ file: TrashFile) throws(ContentError) {
        var list = try readOrFail()
        guard let station = StationList(file.content, list: location).stations.first else {
            throw ContentError(.storage, "the trash does not have \"\(file.title)\" as a station")
        }
        if let known = list.stations.first(where: { $0.identifier == station.identifier }) {
            throw ContentError(.refused, "\(station.address) is a station already, called \"\(known.name)\"")
        }
        guard list.stations.count < StationList.limit else {
            throw ContentError(.refused, "there are \(StationList.limit) stations; remove some first")
        }
        let head = list.bytes.isEmpty ? Array("#EXTM3U\n".utf8) : list.bytes
        list = StationList(head + file.content, list: location)
        try write(list)
    }

    package func rename(_ station: ContentIdentifier, to name: String) throws(ContentError) {
        let name = try Self.checked(name)
        var list = try readOrFail()
        guard list.rename(station, to: name) else { throw Self.notFound(station) }
        try write(list)
    }

    // MARK: File

    private func read() throws(FileAccess.Failure) -> StationList {
        do throws(FileAccess.Failure) {
            let bytes = try FileAccess.read(Array(path.utf8), limit: PlaylistFormat.sizeLimit).bytes
            return StationList(bytes, list: location)
        } catch {
            guard error.isAbsence else { throw error }
            return StationList([], list: location)
        }
    }

    private func readOrFail() throws(ContentError) -> StationList {
        do throws(FileAccess.Failure) { return try read() } catch {
            throw ContentError(.storage, "cannot read the stations in \(path): \(error.text)")
        }
    }

    private func write(_ list: StationList) throws(ContentError) {
        do throws(FileAccess.Failure) {
            try FileAccess.makeFolder(folder)
            try FileAccess.replace(Array(path.utf8), with: list.bytes)
        } catch {
            throw ContentError(.storage, "cannot write the stations to \(path): \(error.text)")
        }
        take(list)
    }

    private func take(_ list: StationList) {
        guard list.stations != stations else { return }
        known = list.stations
        revision = ContentTree.Revision(revision.number + 1)
        hub.tell(ContentChange(revision: revision, containers: [.root]))
    }

    private static func checked(_ name: String) throws(ContentError) -> String {
        let name = PlaylistWords.trimmed(name)
        let isPrintable = !name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
        guard !name.isEmpty, isPrintable, !name.contains(where: \.isNewline), name.utf8.count <= nameLimit else {
            throw ContentError(
                .refused, "a station needs a name of 1 to \(nameLimit) bytes without control characters")
        }
        return name
    }

    private static func notFound(_ identifier: ContentIdentifier) -> ContentError {
        ContentError(.notFound, "there is no station \(identifier); list the stations with: oncue radio list")
    }
}
