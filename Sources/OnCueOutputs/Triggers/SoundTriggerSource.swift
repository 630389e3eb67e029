// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions
internal import PulseAudio

/// Reports, from the sound server, plugged-in headphones and new devices that are worn or driven.
@MediaActor
package final class SoundTriggerSource: TriggerSource {
    package let source = TriggerEvent.Source.sound
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off) {
        didSet { if health != oldValue { onHealthChange?() } }
    }

    private let server: SoundServerWatch
    private var listener: Int?
    private var devices = SoundDevices()

    /// - Parameter server: The connection, which others may share.
    package init(_ server: SoundServerWatch) {
        self.server = server
    }

    package func start() {
        guard listener == nil else { return }
        health = SourceHealth(.starting)
        // A known state of the server is delivered at once.
        listener = server.listen { [weak self] in self?.take($0) }
    }

    package func stop() {
        if let listener { server.forget(listener: listener) }
        listener = nil
        devices = SoundDevices()
        health = SourceHealth(.off)
    }

    private func take(_ state: PulseState?) {
        for report in devices.take(state) { onReport?(report) }
        health =
            state == nil
            ? SourceHealth(.absent, "no sound server is running") : SourceHealth(.working, sentence)
    }

    private var sentence: String {
        switch devices.count {
        case 0: "no device connected"
        case 1: "1 device connected"
        default: "\(devices.count) devices connected"
        }
    }
}
