// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Radio1`: the list of stations.
@MediaActor
package final class RadioInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.radio
    private let stations: any StationManaging
    private let naming: ItemNaming

    package init(stations: any StationManaging, manager: PlayableContentManager) {
        self.stations = stations
        naming = ItemNaming(manager: manager, kind: .station, branch: "Radio", noun: "station")
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        let texts = call.arguments.compactMap(\.stringValue)
        switch call.member {
        case "Add":
            guard let address = MediaLocation(uri: texts[1]) else {
                throw ControlError.invalidValue(
                    "\"\(texts[1].prefix(200))\" is not an address such as http://host/live")
            }
            return [.string(try await stations.add(texts[0], at: address).description)]
        case "Remove": try await stations.remove(try await naming.identifier(texts[0]))
        case "Rename": try await stations.rename(try await naming.identifier(texts[0]), to: texts[1])
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }
}
