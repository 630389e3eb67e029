// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Sound1`: how everything sounds, exported as long as this lives.
@MediaActor
package final class SoundObject {
    private let export: BusExport
    private let interface: SoundInterface

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, sound: SoundCenter) throws(BusError) {
        interface = SoundInterface(sound: sound)
        export = try bus.export(interface, at: ServiceNames.objectPath)
        sound.onChange = { [weak self] preferences in
            self?.export.emit("SoundChanged", [.dictionary(preferences.busValues)])
        }
    }
}

/// Answers the methods of `org.oncue.Sound1`.
@MediaActor
final class SoundInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.sound
    private let sound: SoundCenter

    init(sound: SoundCenter) {
        self.sound = sound
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        switch call.member {
        case "GetSound": break
        case "SetSound":
            var wanted = sound.preferences
            try wanted.take(call.arguments.first?.dictionaryValue ?? [:])
            try wanted.check()
            try await sound.set(wanted)
        case "ResetSound": try await sound.set(SoundPreferences())
        case "GetEqualizers": return [Self.equalizers]
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return [.dictionary(sound.preferences.busValues)]
    }

    private static var equalizers: BusValue {
        .array(
            EqualizerPreset.allCases.map { preset in
                .structure([.string(preset.rawValue), .array(preset.gains.map { .double($0) }, of: "d")])
            }, of: "(sad)")
    }
}
