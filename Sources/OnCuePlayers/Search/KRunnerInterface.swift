// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueBus
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.kde.krunner1`: OnCue in KRunner and the other searches of KDE.
@MediaActor
package final class KRunnerInterface: ExportedInterface {
    package nonisolated static let path = ServiceNames.objectPath + "/KRunner"

    /// KRunner's numbers for the kinds of matches: an exact one, and a possible one. Plasma 6 reads both as sensible
    /// relevances of a category.
    private static let exact: Int32 = 100
    private static let possible: Int32 = 30
    /// The fewest letters; shorter texts find too much.
    private static let leastLetters = 3

    package nonisolated var introspectionXML: String { Introspection.krunner }
    private let searcher: DesktopSearcher
    private let player: DesktopPlayer

    package init(searcher: DesktopSearcher, player: DesktopPlayer) {
        (self.searcher, self.player) = (searcher, player)
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        let text = call.arguments.first?.stringValue ?? ""
        switch call.member {
        case "Match": reply.answer { [.array(await self.matches(text), of: "(sssida{sv})")] }
        case "Actions": reply.succeed([.array(Self.actions, of: "(sss)")])
        case "Run":
            // Enter without a chosen action sends an empty name.
            let name = call.arguments.last?.stringValue ?? ""
            guard let deed = name.isEmpty ? .play : DesktopPlayer.Deed(rawValue: name) else {
                return reply.fail(BusError(name: BusError.invalidArguments, message: "no action \"\(name)\""))
            }
            reply.answer {
                await self.player.perform(deed, text)
                return []
            }
        case "Config":
            reply.succeed([
                .dictionary([
                    "MinLetterCount": .int32(Int32(Self.leastLetters)), "Actions": .array(Self.actions, of: "(sss)"),
                ])
            ])
        // The end of a session, and a token that only a window would need.
        case "Teardown", "SetActivationToken": reply.succeed()
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    private static let actions: [BusValue] = [
        action(.play, "Play", "media-playback-start"), action(.playNext, "Play next", "media-skip-forward"),
        action(.append, "Append to the queue", "list-add"),
    ]

    private static func action(_ deed: DesktopPlayer.Deed, _ text: String, _ icon: String) -> BusValue {
        .structure([.string(deed.rawValue), .string(text), .string(icon)])
    }

    private func matches(_ text: String) async -> [BusValue] {
        guard text.unicodeScalars.count >= Self.leastLetters else { return [] }
        let terms = text.split { $0.isWhitespace }.map(String.init)
        let isCommand = terms.count > 1 && terms.first?.lowercased() == "play"
        let results = await searcher.results(of: isCommand ? Array(terms.dropFirst()) : terms)
        let pictures = await player.pictures(of: results.items)
        var matches = results.rows.enumerated().map { place, found in
            var picture: String?
            switch found.content {
            case .item(let item): picture = pictures[item.identifier]?.path
            case .foreign(let match): picture = match.picture.flatMap { MediaLocation(uri: $0)?.path }
            }
            return Self.match(
                found.id, DesktopRow(found.content), icon: picture, deeds: found.content.deeds,
                kind: place == 0 && found.relevance >= 0.2 ? Self.exact : Self.possible, relevance: found.relevance)
        }
        if let all = results.allRow, case .all(let count, _) = all {
            matches.append(
                Self.match(
                    all.id, DesktopRow(allOf: count), icon: nil, deeds: DesktopPlayer.Deed.allCases,
                    kind: Self.possible, relevance: 0))
        }
        return matches
    }

    private static func match(
        _ id: String, _ row: DesktopRow, icon: String?, deeds: [DesktopPlayer.Deed], kind: Int32, relevance: Double
    ) -> BusValue {
        .structure([
            .string(id), .string(row.title), .string(icon ?? row.icon), .int32(kind), .double(relevance),
            .dictionary([
                "subtext": .string(row.about), "category": .string("OnCue"),
                "actions": .strings(deeds.map(\.rawValue)),
            ]),
        ])
    }
}

extension DesktopSearcher.Results.Content {
    /// The actions on the result. An item of another program cannot be added to a queue.
    fileprivate var deeds: [DesktopPlayer.Deed] {
        switch self {
        case .item: DesktopPlayer.Deed.allCases
        case .foreign: []
        }
    }
}

extension MediaLocation {
    /// The path of a file; `nil` for another location, or if its name is not valid text.
    fileprivate var path: String? { filePath.flatMap { String(validating: $0, as: UTF8.self) } }
}
