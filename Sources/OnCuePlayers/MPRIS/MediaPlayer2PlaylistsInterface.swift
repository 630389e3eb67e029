// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// `org.mpris.MediaPlayer2.Playlists` (MPRIS 2.2): the playlists of the content tree.
@MediaActor
final class MediaPlayer2PlaylistsInterface: ExportedInterface {
    private static let pathPrefix = ServiceNames.objectPath + "/playlist/"

    nonisolated var introspectionXML: String { Introspection.mediaPlayer2Playlists }
    private let controller: PlaybackController
    private let manager: ContentManager
    let watch: PlaylistWatch

    init(controller: PlaybackController, manager: ContentManager, watch: PlaylistWatch) {
        self.controller = controller
        self.manager = manager
        self.watch = watch
    }

    func properties() -> [String: BusValue] {
        [
            "PlaylistCount": count, "Orderings": .strings(watch.orders.map(\.mprisName)),
            // Of now: a notice may still wait for its picture.
            "ActivePlaylist": Self.active(controller.snapshot),
        ]
    }

    var count: BusValue { .uint32(UInt32(clamping: watch.rows.count)) }

    /// Returns the playlist that the queue was filled from.
    static func active(_ playback: PlaybackSnapshot) -> BusValue {
        guard let context = playback.context, let identifier = context.identifier, identifier.kind == .playlist else {
            return .structure([.bool(false), .structure([.objectPath("/"), .string(""), .string("")])])
        }
        return .structure([.bool(true), value(.init(identifier: identifier, title: context.title))])
    }

    /// Returns the path, the title and an empty icon.
    static func value(_ row: PlaylistWatch.Row) -> BusValue {
        .structure([
            .objectPath(path(of: row.identifier)), .string(row.title.shortened(toBytes: MPRISMetadata.textLimit)),
            .string(""),
        ])
    }

    // MARK: Methods

    func call(_ call: BusMethodCall, reply: BusReply) {
        do throws(BusError) {
            switch call.member {
            case "GetPlaylists": reply.succeed([try page(call.arguments)])
            case "ActivatePlaylist": try activate(call.arguments.first?.stringValue ?? "", reply: reply)
            default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
            }
        } catch {
            reply.fail(error)
        }
    }

    private func page(_ arguments: [BusValue]) throws(BusError) -> BusValue {
        guard arguments.count == 4, let index = arguments[0].intValue, let limit = arguments[1].intValue,
            let order = watch.orders.first(where: { .string($0.mprisName) == arguments[2] })
        else {
            let names = watch.orders.map(\.mprisName).joined(separator: " or ")
            throw ControlError.invalidValue("playlists can be ordered by \(names)")
        }
        let rows = watch.rows(by: order, reversed: arguments[3].boolValue == true)
        return .array(rows.dropFirst(index).prefix(limit).map(Self.value), of: "(oss)")
    }

    private func activate(_ path: String, reply: BusReply) throws(BusError) {
        guard let identifier = Self.identifier(at: path) else {
            throw ControlError.make(ContentError(.notFound, "there is no playlist \(path.prefix(100))"))
        }
        do throws(ContentError) {
            var options = PlaybackOptions(try manager.beginSelection())
            options.cause = .remote
            reply.answer { [options] in
                _ = try await self.manager.initiatePlayback(of: .identifier(identifier), with: options)
                return []
            }
        } catch {
            throw ControlError.make(error)
        }
    }

    // MARK: Paths

    /// Keys consist of letters, digits and `-`, which is not allowed in object paths.
    private static func path(of identifier: ContentIdentifier) -> String {
        pathPrefix + identifier.key.replacing("-", with: "_")
    }

    private static func identifier(at path: String) -> ContentIdentifier? {
        guard path.hasPrefix(pathPrefix) else { return nil }
        let key = path.dropFirst(pathPrefix.count).replacing("_", with: "-")
        guard !key.contains("/") else { return nil }
        return ContentIdentifier(ContentKind.playlist.rawValue + ":" + key)
    }
}

extension PlaylistWatch.Order {
    /// The value of the specification's Playlist_Ordering.
    fileprivate var mprisName: String {
        switch self {
        case .alphabetical: "Alphabetical"
        case .created: "Created"
        case .modified: "Modified"
        case .played: "Played"
        }
    }
}
