// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Podcasts1`: podcasts for other processes.
@MediaActor
package final class PodcastsInterface: ExportedInterface {
    /// The largest OPML document, in bytes.
    static let longestOPML = 512 << 10
    /// The most that a reply has of one, so that the bus takes it.
    static let longestExport = 8 << 20

    package nonisolated let introspectionXML = Introspection.podcasts
    private let podcasts: any PodcastManaging
    private let manager: PlayableContentManager

    package init(podcasts: any PodcastManaging, manager: PlayableContentManager) {
        self.podcasts = podcasts
        self.manager = manager
    }

    /// Sends an event to clients.
    package func announce(_ event: PodcastEvent, through export: BusExport) {
        switch event {
        case .refreshProgressed(let progress): export.emit("RefreshProgressed", [.dictionary(progress.busValues)])
        case .refreshFinished(let report): export.emit("RefreshFinished", [.dictionary(report.busValues)])
        case .downloadProgressed(let progress): export.emit("DownloadProgressed", [.dictionary(progress.busValues)])
        }
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        let text = call.arguments.first?.stringValue ?? ""
        if call.member == "ImportOPML" { return try await importOPML(text) }
        try BusLimits.check(call)
        switch call.member {
        case "Subscribe": return [.dictionary(try await podcasts.subscribe(to: text).busValues)]
        case "Unsubscribe": try await podcasts.unsubscribe(try await identifier(at: text))
        case "Refresh": try await podcasts.refresh(text.isEmpty ? nil : try await identifier(at: text))
        case "GetSubscriptions": return try await subscriptions(call.arguments.compactMap(\.intValue))
        case "Download": try await podcasts.download(try await identifier(at: text))
        case "RemoveDownload": try await podcasts.removeDownload(try await identifier(at: text))
        case "GetChapters":
            let chapters = try await podcasts.chapters(of: try await identifier(at: text))
            return [.array(chapters.map { .dictionary($0.busValues) }, of: "a{sv}")]
        case "ExportOPML": return [.string(try await export())]
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private func identifier(at place: String) async throws(ContentError) -> ContentIdentifier {
        try await manager.item(at: try ContentPlace(place)).item.identifier
    }

    private func subscriptions(_ numbers: [Int]) async throws -> [BusValue] {
        let all = try await podcasts.subscriptions()
        let page = all.dropFirst(max(0, numbers.first ?? 0)).prefix(PageLimit.granted(numbers.last ?? 0))
        return [.uint32(UInt32(clamping: all.count)), .array(page.map { .dictionary($0.busValues) }, of: "a{sv}")]
    }

    private func importOPML(_ text: String) async throws -> [BusValue] {
        guard text.utf8.count <= Self.longestOPML else {
            throw ControlError.invalidValue(
                "the OPML file has \(text.utf8.count) bytes, more than the limit of \(Self.longestOPML)")
        }
        let (added, known) = try await podcasts.importOPML(text)
        return [.uint32(UInt32(clamping: added)), .uint32(UInt32(clamping: known))]
    }

    private func export() async throws -> String {
        let text = try await podcasts.exportOPML()
        guard text.utf8.count <= Self.longestExport else {
            throw ContentError(.refused, "the OPML file is too large for the bus; remove some podcasts")
        }
        return text
    }
}

extension PodcastSummary {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("identifier", .string(identifier.description))
        values.set("title", .string(title))
        values.set("author", author)
        values.set("url", .string(HiddenPassword.hidden(in: address)))
        values.set("episodes", episodes)
        values.set("unplayed", unplayed)
        values.set("downloaded", downloaded)
        if let refreshed { values.set("refreshed", .int64(refreshed)) }
        if let nextRefresh { values.set("nextRefresh", .int64(nextRefresh)) }
        values.set("failure", failure)
        values.set("ended", .bool(isEnded))
        return values.values
    }
}

extension Chapter {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("start", start)
        values.set("title", .string(title))
        return values.values
    }
}

extension RefreshProgress {
    fileprivate var busValues: [String: BusValue] {
        ["done": .uint32(UInt32(clamping: done)), "total": .uint32(UInt32(clamping: total)), "title": .string(title)]
    }
}

extension RefreshReport {
    fileprivate var busValues: [String: BusValue] {
        [
            "podcasts": .uint32(UInt32(clamping: podcasts)), "newEpisodes": .uint32(UInt32(clamping: newEpisodes)),
            "failures": .strings(failures),
        ]
    }
}

extension DownloadProgress {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("identifier", .string(episode.description))
        values.set("title", .string(title))
        values.set("state", .string(state.rawValue))
        values.set("received", .int64(received))
        if let total { values.set("total", .int64(total)) }
        values.set("failure", failure)
        return values.values
    }
}
