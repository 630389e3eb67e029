// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// `org.mpris.MediaPlayer2.Player` as BlueZ uses it: buttons, and the two settings that a car can change.
@MediaActor
final class BluetoothPlayerInterface: ExportedInterface {
    nonisolated var introspectionXML: String { Introspection.mediaPlayer2Player }
    /// The unique name of BlueZ: no one else on the system bus may control playback, or see its state.
    var owner: String?
    let screen: StagedScreen

    private let controller: PlaybackController
    private let center: NowPlayingCenter
    private let commands: RemoteCommandPerformer
    private let presses: RemotePressGate

    init(
        controller: PlaybackController, center: NowPlayingCenter, commands: RemoteCommandPerformer,
        presses: RemotePressGate
    ) {
        self.controller = controller
        self.center = center
        self.commands = commands
        self.presses = presses
        screen = StagedScreen(controller: controller)
    }

    /// The present position in the form that BlueZ requires.
    var position: BusValue { .int64((screen.shown?.position ?? controller.position).wholeMicroseconds) }

    func admit(_ sender: String) throws(BusError) {
        guard sender == owner else {
            throw BusError(name: BusError.accessDenied, message: "only BlueZ can use this player")
        }
    }

    func properties() -> [String: BusValue] {
        BluetoothProperties.make(center.nowPlaying, screen.shown).merging(["Position": position]) { $1 }
    }

    func setProperty(_ name: String, to value: BusValue) throws(BusError) {
        switch (name, BluetoothProperties.repeatMode(value.stringValue ?? ""), value.boolValue) {
        case ("LoopStatus", let mode?, _): try perform(.setRepeatMode(mode))
        case ("Shuffle", _, let isOn?):
            try perform(.setShuffleMode(controller.snapshot.shuffleMode.switched(isOn)))
        default: throw BusError(name: BusError.notSupported, message: "\(name) cannot be changed over Bluetooth")
        }
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        do throws(BusError) {
            guard let button = RemotePresses.Button(mprisMethod: call.member) else {
                throw BusError(name: BusError.notSupported, message: "\(call.member) is not available over Bluetooth")
            }
            // A press without effect counts, too: the same press by another route might have one.
            let counts = presses.lets(button, by: .bluetooth)
            if counts, !screen.takes(call.member), let command = command(for: call.member) { try perform(command) }
            reply.succeed()
        } catch {
            reply.fail(error)
        }
    }

    /// Returns the command of a button; `nil` if it has no effect now, which is not an error for BlueZ.
    private func command(for method: String) -> RemoteCommand? {
        let status = controller.snapshot.status
        let command: RemoteCommand? =
            switch method {
            case "Play": .play
            // The requested state is already reached.
            case "Pause": status == .playing ? .pause : nil
            case "PlayPause": .toggle
            case "Stop": status == .stopped ? nil : .stop
            case "Next": .next
            case "Previous": .previous
            default: nil
            }
        return command.flatMap { commands.center[$0.kind].isEnabled ? $0 : nil }
    }

    private func perform(_ command: RemoteCommand) throws(BusError) {
        do throws(PlaybackCommandError) {
            try commands.performNow(command)
        } catch {
            throw ControlError.make(error)
        }
    }
}
