// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Checks whether playback would be audible.
@MediaActor
package struct OutputHealth: HealthProbing {
    package let name = "sound"
    private let keeper: OutputKeeper?
    private let fixed: String
    private let controller: PlaybackController

    /// - Parameters:
    ///   - keeper: `nil` if the outputs are fixed.
    ///   - fixed: The fixed outputs, as given on the command line or in the configuration.
    package init(_ keeper: OutputKeeper?, fixed: String, controller: PlaybackController) {
        self.keeper = keeper
        self.fixed = fixed
        self.controller = controller
    }

    package func checks() async -> [HealthCheck] {
        await keeper?.refresh()
        let snapshot = controller.snapshot
        let volume = Self.check(volume: snapshot.volume, isMuted: snapshot.isMuted)
        guard let keeper else { return [Self.check(fixed: fixed), volume] }
        return [Self.check(keeper.outputs, current: keeper.current), volume]
    }

    /// - Parameter fixed: Names of outputs with commas between them.
    package nonisolated static func check(fixed: String) -> HealthCheck {
        let names = fixed.split(separator: ",").map { OutputName(String($0)) }
        let isHeard = names.contains { name in
            switch name {
            case .silent, .file: false
            case .automatic, .sink, nil: true
            }
        }
        guard !isHeard else {
            return HealthCheck(
                "sound", .ok, "sound goes to \(fixed), as set by --output or the configuration")
        }
        return HealthCheck(
            "sound", .warning, "the output is set to \(fixed), so there is no sound",
            advice: "oncue config unset playback.output, or start oncued without --output; then: oncue quit")
    }

    /// - Parameter current: The output that is in use, or would be used.
    package nonisolated static func check(
        _ outputs: AudioOutputs, current: AudioOutputDescription?
    ) -> HealthCheck {
        // The sound server is not involved.
        if let current, current.receiver != nil || current.kind == .browser {
            return HealthCheck("sound", .ok, "sound goes to \(current.title)")
        }
        guard outputs.isServerThere else {
            return HealthCheck(
                "sound", .warning, "no sound server is running; sound goes directly to the sound card, if there is one",
                advice: "start PulseAudio or PipeWire with pipewire-pulse in your session")
        }
        guard let current, !current.isStandIn else {
            return HealthCheck(
                "sound", .warning, "the sound server has no output, so there is no sound",
                advice: "connect speakers or headphones, and check them with: oncue output")
        }
        guard current.isAvailable else {
            return HealthCheck(
                "sound", .warning, "sound goes to \(current.title), where nothing is plugged in",
                advice: "plug something in, or choose another output: oncue output")
        }
        return HealthCheck("sound", .ok, "sound goes to \(current.title)")
    }

    package nonisolated static func check(volume: Double, isMuted: Bool) -> HealthCheck {
        let name = "sound.volume"
        if isMuted { return HealthCheck(name, .warning, "the sound is muted", advice: "oncue volume unmute") }
        guard volume > 0 else { return HealthCheck(name, .warning, "the volume is 0", advice: "oncue volume 50") }
        return HealthCheck(name, .ok, "\(max(1, Int((volume * 100).rounded()))) percent")
    }
}
