// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// The interface `org.oncue.ContentProvider1`, which provides the content of a manager in the form that OnCue requests.
@MediaActor
final class ContentProviderInterface: ExportedInterface {
    nonisolated let introspectionXML = ContentProviderXML.text
    private let manager: PlayableContentManager
    private var tree: ProviderTree?
    // Higher than in the previous run, as long as there is less than one change per microsecond.
    private var number: UInt64
    /// Revisions of containers that have changed individually.
    private var revisions: [String: UInt64] = [:]
    private var everything: UInt64

    init(_ manager: PlayableContentManager, now: UInt64) {
        self.manager = manager
        number = now
        everything = now
    }

    /// Drops outdated content, and sends the notices.
    func tell(_ notices: [PendingChanges.Notice], through export: BusExport) {
        if notices != [.nominations] { tree = nil }
        for notice in notices {
            number += 1
            switch notice {
            case .everything:
                revisions = [:]
                everything = number
                export.emit("ItemsReloaded", [])
            case .nominations: export.emit("NominationsChanged", [])
            case .children(let container):
                if revisions.count >= PageLimit.largest { (revisions, everything) = ([:], number) }
                revisions[container] = number
                export.emit("ItemsChanged", [.string(container), .uint64(number)])
            }
        }
    }

    func properties() -> [String: BusValue] {
        let lifetime = manager.contentLifetime.map { max(1, $0.components.seconds) } ?? 0
        return [
            "Name": .string(manager.name), "Icon": .string(manager.icon),
            "CanSearch": .bool(manager.dataSource is any SearchablePlayableContentDataSource),
            "CanNominate": .bool(manager.dataSource is any NominatingPlayableContentDataSource),
            "CanMark": .bool(manager.delegate is any MarkingPlayableContentDelegate),
            "Lifetime": .uint32(UInt32(clamping: lifetime)),
        ]
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        Task { @MediaActor in
            do {
                reply.succeed(try await answer(call))
            } catch {
                reply.fail(Self.busError(error))
            }
        }
    }

    // MARK: Methods

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        let text = call.arguments.first?.stringValue ?? ""
        switch call.member {
        case "GetItem": return [.dictionary(try await openTree().item(text).busValues)]
        case "GetChildren":
            return try await children(of: text, call.arguments[1].intValue ?? 0, call.arguments[2].intValue ?? 0)
        case "Search": return [try await found(text, call.arguments[1].intValue ?? 0)]
        case "GetNominations": return [try await nominated(call.arguments[0].intValue ?? 0)]
        case "Resolve": return try await resolved(text)
        case "SetFavourite":
            try await marking(text).setFavourite(call.arguments[1].boolValue ?? false, forContentItem: text)
            return []
        case "SetStars":
            let stars = call.arguments[1].doubleValue ?? -1
            try await marking(text).setStars(stars < 0 ? nil : min(stars, 5), forContentItem: text)
            return []
        case "GetArtwork":
            guard let picture = try await manager.dataSource?.artwork(named: text) else {
                throw PlayableContentError.notFound("there is no picture \(text)")
            }
            return [.bytes(picture)]
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
    }

    private func children(of identifier: String, _ offset: Int, _ limit: Int) async throws -> [BusValue] {
        // Changes from here on belong to the next revision.
        let revision = revisions[identifier] ?? everything
        let (total, items) = try await openTree().children(
            of: identifier, offset: offset, limit: min(limit, PageLimit.largest))
        return [.uint64(revision), .uint32(UInt32(clamping: total)), rows(items)]
    }

    private func found(_ words: String, _ limit: Int) async throws -> BusValue {
        guard let source = manager.dataSource as? any SearchablePlayableContentDataSource else {
            throw BusError(name: BusError.notSupported, message: "\(manager.name) does not support searching")
        }
        let limit = min(limit, PageLimit.largest)
        return rows(Array(try await source.contentItems(matching: words, limit: limit).prefix(limit)))
    }

    private func nominated(_ limit: Int) async throws -> BusValue {
        guard let source = manager.dataSource as? any NominatingPlayableContentDataSource else {
            throw BusError(name: BusError.notSupported, message: "\(manager.name) does not nominate items")
        }
        let rows = try await source.nominatedContentItems().prefix(min(limit, PageLimit.largest)).map { nomination in
            nomination.item.busValues.merging(["ground": .string(nomination.ground.rawValue)]) { $1 }
        }
        return .array(rows.map { .dictionary($0) }, of: "a{sv}")
    }

    private func resolved(_ identifier: String) async throws -> [BusValue] {
        guard let delegate = manager.delegate else {
            throw PlayableContentError(.unavailable, "\(manager.name) has no delegate to play its items")
        }
        let url = try await delegate.url(forContentItem: identifier)
        // Less than a second must not become "no limit".
        return [.string(url.url), .int64(url.expires.map { max(1, $0.components.seconds) } ?? 0)]
    }

    private func marking(_ identifier: String) throws -> any MarkingPlayableContentDelegate {
        guard let delegate = manager.delegate as? any MarkingPlayableContentDelegate else {
            throw BusError(name: BusError.notSupported, message: "\(manager.name) keeps no favourites and ratings")
        }
        return delegate
    }

    private func openTree() throws(PlayableContentError) -> ProviderTree {
        if let tree { return tree }
        guard let source = manager.dataSource else {
            throw PlayableContentError(.unavailable, "\(manager.name) has no data source")
        }
        let tree = ProviderTree(source)
        self.tree = tree
        return tree
    }

    private func rows(_ items: [ContentItem]) -> BusValue {
        .array(items.map { .dictionary($0.busValues) }, of: "a{sv}")
    }

    private static func busError(_ error: any Error) -> BusError {
        switch error {
        case let error as BusError: error
        case let error as PlayableContentError where error.code == .notFound:
            BusError(name: ServiceNames.errorPrefix + "NotFound", message: error.message)
        default: BusError(name: ServiceNames.errorPrefix + "Unavailable", message: "\(error)")
        }
    }
}

extension ContentItem {
    /// The row as sent on the bus; keys that do not apply are left out.
    fileprivate var busValues: [String: BusValue] {
        var values: [String: BusValue] = ["id": .string(identifier), "title": .string(title)]
        if !subtitle.isEmpty { values["subtitle"] = .string(subtitle) }
        if let artworkURL { values["artwork"] = .string(artworkURL) }
        if let artworkName { values["picture"] = .string(artworkName) }
        if let duration { values["duration"] = .int64(duration.boundedMicroseconds) }
        if let childCount { values["childCount"] = .uint32(UInt32(clamping: childCount)) }
        if let playbackProgress { values["progress"] = .double(playbackProgress) }
        if let leftPosition, let leftTime {
            values["left"] = .int64(leftPosition.boundedMicroseconds)
            values["leftAt"] = .int64(leftTime)
        }
        if let isFavourite { values["favourite"] = .bool(isFavourite) }
        if let stars { values["stars"] = .double(stars) }
        if let location { values["location"] = .dictionary(location.values) }
        let flags = [
            "container": isContainer, "playable": isPlayable, "explicit": isExplicitContent,
            "streaming": isStreamingContent,
        ]
        for (name, isOn) in flags where isOn { values[name] = .bool(true) }
        return values
    }
}

extension Duration {
    /// The duration in whole microseconds, at most a thousand years.
    fileprivate var boundedMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(0, seconds), 31_536_000_000) * 1_000_000 + max(0, attoseconds) / 1_000_000_000_000
    }
}
