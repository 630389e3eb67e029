// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// `org.gnome.Shell.SearchProvider2`: OnCue in the search of GNOME Shell.
@MediaActor
package final class ShellSearchProvider: ExportedInterface {
    package nonisolated static let path = ServiceNames.objectPath + "/Search"
    /// The most rows whose details are returned at once.
    private static let metaLimit = 50

    package nonisolated var introspectionXML: String { Introspection.shellSearch }
    private let searcher: DesktopSearcher
    private let player: DesktopPlayer

    package init(searcher: DesktopSearcher, player: DesktopPlayer) {
        (self.searcher, self.player) = (searcher, player)
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        let first = call.arguments.first
        switch call.member {
        case "GetInitialResultSet": reply.answer { await self.ids(first?.stringsValue ?? []) }
        // A new search: only five of the former results are known, and all present matches were among the former ones.
        case "GetSubsearchResultSet":
            reply.answer { await self.ids(call.arguments.last?.stringsValue ?? []) }
        case "GetResultMetas": reply.answer { await self.metas(first?.stringsValue ?? []) }
        case "ActivateResult":
            reply.answer {
                await self.player.perform(.play, first?.stringValue ?? "")
                return []
            }
        case "LaunchSearch":
            reply.answer {
                if let search = DesktopSearch(first?.stringsValue ?? []), self.searcher.isOn {
                    await self.player.perform(.play, DesktopResult.all(count: 1, query: search.text).id)
                }
                return []
            }
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    private func ids(_ terms: [String]) async -> [BusValue] {
        let results = await searcher.results(of: terms)
        return [.strings(results.rows.map(\.id) + [results.allRow?.id].compactMap(\.self))]
    }

    private func metas(_ ids: [String]) async -> [BusValue] {
        var rows: [(id: String, row: DesktopRow, content: DesktopSearcher.Results.Content?)] = []
        for id in ids.prefix(Self.metaLimit) {
            switch DesktopResult(id: id) {
            case .all(let count, _): rows.append((id, DesktopRow(allOf: count), nil))
            case .item(let known), .foreign(let known):
                guard let content = await searcher.content(known) else { continue }
                rows.append((id, DesktopRow(content), content))
            case nil: continue
            }
        }
        let items = rows.compactMap { if case .item(let item)? = $0.content { item } else { nil } }
        let pictures = await player.pictures(of: items)
        let metas = rows.map { id, row, content in
            BusValue.dictionary([
                "id": .string(id), "name": .string(row.title), "description": .string(row.about),
                "icon": Self.icon(content.flatMap { Self.picture($0, pictures) }, row.icon),
            ])
        }
        return [.array(metas, of: "a{sv}")]
    }

    private static func picture(
        _ content: DesktopSearcher.Results.Content, _ pictures: [ContentIdentifier: MediaLocation]
    ) -> String? {
        switch content {
        case .item(let item): pictures[item.identifier]?.uri
        case .foreign(let match): match.picture
        }
    }

    /// Returns a serialised GIcon.
    private static func icon(_ picture: String?, _ name: String) -> BusValue {
        if let picture { return .structure([.string("file"), .variant(.string(picture))]) }
        return .structure([.string("themed"), .variant(.strings([name]))])
    }
}

extension DesktopSearcher.Results {
    /// The row that plays everything, if there is more than one item.
    var allRow: DesktopResult? { total > 1 && !rows.isEmpty ? .all(count: total, query: text) : nil }
}
