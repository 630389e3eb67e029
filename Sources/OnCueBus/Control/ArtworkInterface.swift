// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Artwork1`: the pictures of items as files, for other processes.
@MediaActor
package final class ArtworkInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.artwork
    private let manager: PlayableContentManager
    private let artwork: any ArtworkProviding

    package init(manager: PlayableContentManager, artwork: any ArtworkProviding) {
        self.manager = manager
        self.artwork = artwork
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        guard call.member == "GetArtwork" else {
            throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        let side = call.arguments.last?.intValue ?? 0
        let item = try await manager.item(at: try ContentPlace(call.arguments.first?.stringValue ?? "")).item
        let file = await artwork.file(
            for: item.artwork, size: side == 0 ? nil : ArtworkSize(atLeast: side), identifier: item.identifier)
        guard let file else {
            throw ControlError.noPicture("cannot write the picture of \"\(item.title)\"; check the free space")
        }
        return [.string(file.uri)]
    }
}
