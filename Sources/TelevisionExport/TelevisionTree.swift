// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import FileAccess
package import GLib
internal import OnCueBus
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The content tree as the objects of MediaServer2, made for each call from the identifiers in its path.
///
/// Nothing is read before a client requests it.
@MediaActor
package final class TelevisionTree: ExportedTree {
    nonisolated static let containerKinds: Set<ContentKind> = [
        .root, .section, .artist, .album, .genre, .composer, .folder, .playlist, .podcast, .list,
    ]
    nonisolated static let itemKinds: Set<ContentKind> = [.track, .episode, .station]

    /// The most listings that are remembered, and the most containers whose changes are announced.
    private static let keptListings = 32
    private static let toldContainers = 1000
    /// The most rows with covers: Rygel requests each of them before it answers.
    private static let coveredRows = 100
    /// The sections without playable children, which need not be read to count those.
    private nonisolated static let containersOnly: Set<ContentIdentifier> = {
        let sections: [ContentSection] = [
            .artists, .albums, .genres, .composers, .compilations, .albumsByArtist, .albumsByYear,
        ]
        return Set(sections.map(\.identifier))
    }()

    package nonisolated var introspectionXML: [String] {
        [Introspection.mediaObject2, Introspection.mediaContainer2, Introspection.mediaItem2]
    }
    /// Called with a container that was requested when its children have changed.
    package var onUpdate: (@MediaActor (ContentIdentifier) -> Void)?
    private let source: any ContentSource
    private let artwork: any ArtworkProviding
    private let disk = BlockingExecutor(label: "oncue.television-files")
    /// The time between two notices of changes, so that a scan does not keep the network busy.
    private let gathering: Duration
    private var listings: [ContentIdentifier: TelevisionListing] = [:]
    /// Containers that were requested since their last change, the earliest first.
    private var asked: [ContentIdentifier] = []
    /// Grows with every change, so that results read before one are not remembered.
    private var changeCount = 0
    private var follower: Task<Void, Never>?
    /// Whether any object was requested.
    package private(set) var isAsked = false

    package init(
        source: any ContentSource, artwork: any ArtworkProviding, gathering: Duration = .seconds(2)
    ) {
        (self.source, self.artwork, self.gathering) = (source, artwork, gathering)
    }

    isolated deinit { follower?.cancel() }

    // MARK: Objects

    package func interfaces(at node: String?) -> [String] {
        guard let kind = (MediaObjectPath.cover(at: node) ?? MediaObjectPath.identifier(at: node))?.kind else {
            return []
        }
        if Self.containerKinds.contains(kind), MediaObjectPath.cover(at: node) == nil {
            return [MediaInterface.object, MediaInterface.container]
        }
        return Self.itemKinds.contains(kind) ? [MediaInterface.object, MediaInterface.item] : []
    }

    package func properties(of interface: String, at node: String?) async throws(BusError) -> [String: BusValue] {
        isAsked = true
        do {
            if let identifier = MediaObjectPath.cover(at: node) {
                return try await cover(of: identifier, interface)
            }
            let identifier = try Self.identifier(at: node)
            switch interface {
            case MediaInterface.container: return MediaRow.container(try await listing(of: identifier))
            case MediaInterface.item:
                let medium = try await medium(identifier)
                let size = await sizes(of: [medium.track.location]).first ?? nil
                return MediaRow.item(medium, size: size, hasCover: identifier.kind == .track)
            default:
                guard Self.itemKinds.contains(identifier.kind) else {
                    return MediaRow.object(try await container(identifier), in: Self.parent(of: identifier))
                }
                let medium = try await medium(identifier)
                return MediaRow.object(medium, in: Self.parent(of: identifier, medium.track))
            }
        } catch {
            throw ControlError.make(error)
        }
    }

    package func call(_ call: BusMethodCall, of interface: String, at node: String?, reply: BusReply) {
        let part: TelevisionListing.Part
        switch call.member {
        case "ListChildren": part = .children
        case "ListContainers": part = .containers
        case "ListItems": part = .items
        default:
            return reply.fail(BusError(name: BusError.notSupported, message: "this cannot be searched"))
        }
        let (offset, limit) = (call.arguments.first?.intValue ?? 0, call.arguments.dropFirst().first?.intValue ?? 0)
        let filter = call.arguments.last?.stringsValue ?? []
        reply.answer {
            let identifier = try Self.identifier(at: node)
            // When Rygel starts, it requests all containers in each container, and makes an object for each of them,
            // through the whole tree. Containers that it does not get in this way are found when a television opens
            // them.
            if part == .containers, limit == 0, identifier != .root { return [.array([], of: "a{sv}")] }
            let most = limit == 0 ? PageLimit.largest : min(limit, PageLimit.largest)
            let rows = try await self.rows(part, of: identifier, offset: offset, limit: most)
            return [.array(rows.map { .dictionary(Self.filtered($0, filter)) }, of: "a{sv}")]
        }
    }

    private static func filtered(_ row: [String: BusValue], _ filter: [String]) -> [String: BusValue] {
        filter.isEmpty || filter.contains("*") ? row : row.filter { filter.contains($0.key) }
    }

    private static func identifier(at node: String?) throws(ContentError) -> ContentIdentifier {
        guard let identifier = MediaObjectPath.identifier(at: node) else {
            throw ContentError(.notFound, "there is no such object")
        }
        return identifier
    }

    /// Returns the container in which an item is listed as itself, regardless of the others that contain it.
    private static func parent(of identifier: ContentIdentifier, _ track: Track? = nil) -> ContentIdentifier {
        switch identifier.kind {
        case .track: track?.albumIdentifier ?? ContentSection.tracks.identifier
        case .episode: track?.albumIdentifier ?? RootBranch.podcasts.identifier
        case .station: RootBranch.radio.identifier
        case .album: ContentSection.albums.identifier
        case .artist: ContentSection.artists.identifier
        case .genre: ContentSection.genres.identifier
        case .composer: ContentSection.composers.identifier
        case .folder: ContentSection.folders.identifier
        case .playlist: RootBranch.playlists.identifier
        case .podcast: RootBranch.podcasts.identifier
        case .section where ContentSection(identifier) != nil: RootBranch.library.identifier
        default: .root
        }
    }

    // MARK: Reading

    private func container(_ identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        let item = try await source.item(for: identifier)
        guard item.isTelevisionContainer else {
            throw ContentError(.notFound, "\(identifier) is not shown to televisions")
        }
        return item
    }

    private func medium(_ identifier: ContentIdentifier) async throws(ContentError) -> TelevisionMedium {
        guard let medium = try await media(of: [identifier])[identifier] else {
            throw ContentError(.notFound, "\(identifier) is not shown to televisions")
        }
        return medium
    }

    private func cover(
        of identifier: ContentIdentifier, _ interface: String
    ) async throws(ContentError) -> [String: BusValue] {
        _ = try await medium(identifier)
        guard interface == MediaInterface.item else { return MediaRow.cover(of: identifier) }
        let reference = try await source.item(for: identifier).artwork
        guard let file = await artwork.file(for: reference, size: .large, identifier: identifier) else {
            throw ContentError(.unreadable, "the picture of \(identifier) cannot be written to the cache")
        }
        return MediaRow.cover(file, size: await sizes(of: [file]).first ?? nil)
    }

    /// Returns the media that televisions can play among items that are not containers.
    private func media(
        of identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: TelevisionMedium] {
        guard !identifiers.isEmpty else { return [:] }
        let tracks = try await source.tracks(of: identifiers)
        return tracks.reduce(into: [:]) { media, track in
            if let medium = TelevisionMedium(track) { media[track.identifier] = medium }
        }
    }

    private func rows(
        _ part: TelevisionListing.Part, of container: ContentIdentifier, offset: Int, limit: Int
    ) async throws(ContentError) -> [[String: BusValue]] {
        var attempt = 0
        while true {
            let listing = try await listing(of: container)
            let positions = listing.positions(part).part(offset: offset, limit: limit)
            guard let first = positions.first, let last = positions.last else { return [] }
            let page = try await source.children(
                of: container, offset: first, limit: min(last - first + 1, PageLimit.largest), at: nil)
            // The listing belongs to another state of the tree: its positions may now be those of other children.
            if page.revision != listing.revision, attempt < 3 {
                attempt += 1
                listings[container] = nil
                continue
            }
            let items = positions.compactMap { position in
                page.items.indices.contains(position - first) ? page.items[position - first] : nil
            }
            return try await rows(items, in: container)
        }
    }

    private func rows(
        _ items: [ContentNode], in container: ContentIdentifier
    ) async throws(ContentError) -> [[String: BusValue]] {
        let media = try await media(of: items.filter(\.isTelevisionItem).map(\.identifier))
        let known = items.compactMap { media[$0.identifier] }
        let sizes = Dictionary(
            zip(known.map(\.track.identifier), await self.sizes(of: known.map(\.track.location))),
            uniquingKeysWith: { first, _ in first })
        return items.compactMap { item in
            if item.isTelevisionContainer {
                // Some of the existing children may not be shown.
                let count = item.childCount == 0 ? 0 : listings[item.identifier]?.children.count
                return MediaRow.object(item, in: container).merging(MediaRow.container(count: count)) { $1 }
            }
            guard let medium = media[item.identifier] else { return nil }
            return MediaRow.object(medium, in: container).merging(
                MediaRow.item(
                    medium, size: sizes[item.identifier] ?? nil,
                    hasCover: item.artwork != nil && item.kind == .track && items.count <= Self.coveredRows)
            ) { $1 }
        }
    }

    /// Returns the sizes of files in bytes; `nil` for streams and for missing files.
    private func sizes(of locations: [MediaLocation]) async -> [Int?] {
        let paths = locations.map(\.filePath)
        guard paths.contains(where: { $0 != nil }) else { return paths.map { _ in nil } }
        return await disk.run {
            paths.map { path in path.flatMap { FileSystem.status($0).0 }.map { Int($0.fingerprint.size) } }
        }
    }

    // MARK: Listings

    /// Returns the children of a container that are shown.
    private func listing(of container: ContentIdentifier) async throws(ContentError) -> TelevisionListing {
        if let listing = listings[container] { return listing }
        _ = try await self.container(container)
        follow(container)
        var attempt = 0
        while true {
            do throws(ContentError) {
                let before = changeCount
                let listing = try await readListing(of: container, isStrict: attempt < 3)
                guard changeCount == before else { return listing }
                if listings.count >= Self.keptListings { listings = [:] }
                listings[container] = listing
                return listing
            } catch {
                guard case .staleIndexPath = error.code else { throw error }
                attempt += 1
            }
        }
    }

    /// - Parameter isStrict: All pages must belong to one revision.
    private func readListing(
        of container: ContentIdentifier, isStrict: Bool
    ) async throws(ContentError) -> TelevisionListing {
        var (containers, items): ([Int], [Int]) = ([], [])
        var (offset, revision) = (0, ContentTree.Revision(0))
        while offset < ContentTree.selectionLimit {
            let page = try await source.children(
                of: container, offset: offset, limit: PageLimit.largest,
                at: isStrict && offset > 0 ? revision : nil)
            revision = page.revision
            if Self.containersOnly.contains(container) {
                return TelevisionListing(
                    revision: revision, children: .all(page.total), containers: .all(page.total), items: .some([]))
            }
            let media = try await media(of: page.items.filter(\.isTelevisionItem).map(\.identifier))
            for (index, item) in page.items.enumerated() {
                if item.isTelevisionContainer {
                    containers.append(offset + index)
                } else if media[item.identifier] != nil {
                    items.append(offset + index)
                }
            }
            offset += page.items.count
            if page.items.isEmpty || offset >= page.total { break }
        }
        return TelevisionListing(
            revision: revision, children: .some((containers + items).sorted()), containers: .some(containers),
            items: .some(items))
    }

    // MARK: Changes

    /// Announces changes of a container from now on.
    private func follow(_ container: ContentIdentifier) {
        if !asked.contains(container) {
            if asked.count >= Self.toldContainers { asked.removeFirst() }
            asked.append(container)
        }
        guard follower == nil else { return }
        let (changes, gathering) = (source.changes(), gathering)
        follower = Task { @MediaActor [weak self] in
            for await change in changes {
                self?.note(change)
                // Further changes are announced together.
                guard (try? await MediaActor.sleep(for: gathering)) != nil else { return }
            }
        }
    }

    private func note(_ change: ContentChange) {
        changeCount += 1
        listings = listings.filter { !change.concerns($0.key) }
        // A client that still shows a container requests it again, and will be notified again.
        let told = asked.filter(change.concerns)
        asked.removeAll(where: change.concerns)
        for container in told { onUpdate?(container) }
    }
}
