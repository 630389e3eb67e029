// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import PlayableContent
import Synchronization

/// A tree of items by the identifiers of their containers.
final class TestContent: SearchablePlayableContentDataSource, NominatingPlayableContentDataSource,
    PlayableContentDelegate
{
    private let tree: Mutex<[String: [ContentItem]]>
    private let loaded = Mutex<[[Int]]>([])
    private let nominated = Mutex<[ContentNomination]>([])

    init(_ tree: [String: [ContentItem]] = TestContent.music) {
        self.tree = Mutex(tree)
    }

    static var music: [String: [ContentItem]] {
        var album = ContentItem.container("album", title: "Album")
        album.childCount = 450
        var heard = ContentItem.playable("heard", title: "Heard", subtitle: "Somebody")
        heard.playbackProgress = 0.5
        heard.duration = .seconds(3)
        heard.artworkURL = "file:///cover.png"
        heard.isExplicitContent = true
        heard.location = ContentLocation(name: "Blue Hall", latitude: 60.3925, longitude: 5.3233)
        heard.location?.telephones = ["+47 55 12 34 56"]
        let tracks = (0..<450).map { ContentItem.playable("track/\($0)", title: "Track \($0)") }
        return ["": [album, heard], "album": tracks]
    }

    /// What was loaded, in order.
    var loads: [[Int]] { loaded.withLock { $0 } }

    func set(_ children: [ContentItem], of container: String) {
        tree.withLock { $0[container] = children }
    }

    func nominate(_ nominations: [ContentNomination]) { nominated.withLock { $0 = nominations } }

    func nominatedContentItems() -> [ContentNomination] { nominated.withLock { $0 } }

    private func children(_ path: [Int]) -> [ContentItem] {
        tree.withLock { tree in
            path.reduce(tree[""] ?? []) { items, index in
                items.indices.contains(index) ? tree[items[index].identifier] ?? [] : []
            }
        }
    }

    func numberOfChildItems(at indexPath: [Int]) -> Int { children(indexPath).count }

    func contentItem(at indexPath: [Int]) -> ContentItem? {
        guard let last = indexPath.last else { return nil }
        let siblings = children(Array(indexPath.dropLast()))
        return siblings.indices.contains(last) ? siblings[last] : nil
    }

    func beginLoadingChildItems(at indexPath: [Int]) {
        loaded.withLock { $0.append(indexPath) }
    }

    func contentItems(matching words: String, limit: Int) -> [ContentItem] {
        Array(tree.withLock { $0.values.joined().filter { $0.title.contains(words) } }.prefix(limit))
    }

    func url(forContentItem identifier: String) throws -> ContentURL {
        guard identifier.hasPrefix("track/") else { throw PlayableContentError.notFound("no \(identifier)") }
        return ContentURL("http://127.0.0.1:9/" + identifier, expires: .seconds(60))
    }
}
