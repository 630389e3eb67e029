// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The facts about a device from sources, from which its kind is derived.
package struct DeviceFacts: Sendable, Equatable, Codable {
    /// The connector or the form of a device according to a sound server.
    package enum Form: String, Sendable, CaseIterable, Codable {
        case headphones, headset, handsfree, car, other
    }

    /// Bluetooth's class of device (Assigned Numbers, 2.8); `nil` if it is unknown.
    package var bluetoothClass: UInt32?
    /// The services of a Bluetooth device, each by the 16 bits of its number.
    package var services: Set<UInt16>
    package var form: Form?

    package init(bluetoothClass: UInt32? = nil, services: Set<UInt16> = [], form: Form? = nil) {
        self.bluetoothClass = bluetoothClass
        self.services = services
        self.form = form
    }

    /// The derived kind of a device, and its certainty.
    package enum Verdict: Sendable, Equatable {
        case known(TriggerDevice.Kind)
        /// It could be a car or a headset: only the user knows. It is treated as headphones until then.
        case ambiguous
    }

    /// The kind derived from the facts; the user's setting takes precedence.
    ///
    /// A sound server's form is more exact than the class, which some cars fill in as hands-free sets.
    package var verdict: Verdict {
        switch form {
        case .car: return .known(.car)
        case .headphones, .headset: return .known(.headphones)
        case .handsfree, .other, nil: break
        }
        if let minor = audioMinor {
            switch minor {
            case Self.carAudio: return .known(.car)
            case Self.wearableHeadset, Self.headphones: return .known(.headphones)
            case Self.handsFree: return services.contains(Self.audioSink) ? .ambiguous : .known(.other)
            default: return .known(.other)
            }
        }
        if form == .handsfree { return .ambiguous }
        // LE Audio devices have no class; a phone that has such services is a phone.
        if form == nil, bluetoothClass == nil, !services.isDisjoint(with: Self.lowEnergyAudio) {
            return .known(.headphones)
        }
        return .known(.other)
    }

    /// The minor class of audio and video devices; `nil` for others.
    private var audioMinor: UInt32? {
        guard let value = bluetoothClass, (value >> 8) & 0x1F == 4 else { return nil }
        return (value >> 2) & 0x3F
    }

    private static let wearableHeadset: UInt32 = 1
    private static let handsFree: UInt32 = 2
    private static let headphones: UInt32 = 6
    private static let carAudio: UInt32 = 8
    private static let audioSink: UInt16 = 0x110B
    /// Audio stream control and published audio capabilities.
    private static let lowEnergyAudio: Set<UInt16> = [0x184E, 0x1850]
}
