// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Playback1`: starting, steering and queueing for other processes.
@MediaActor
package final class PlaybackInterface: ExportedInterface {
    /// How long `Play` with `wait` waits for sound: longer than a medium has to answer, and less than bus clients wait.
    static let outcomeLimit: Duration = .seconds(22)

    package nonisolated let introspectionXML = Introspection.playback
    let controller: PlaybackController
    let manager: PlayableContentManager
    private let starter: StartKeeper
    /// Up to which revision of the queue changes have been told.
    var announcedRevision: UInt64

    package init(controller: PlaybackController, manager: PlayableContentManager, starter: StartKeeper) {
        self.controller = controller
        self.manager = manager
        self.starter = starter
        announcedRevision = controller.snapshot.queueRevision
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        do throws(BusError) {
            try BusLimits.check(call)
            if let command = try command(for: call) {
                answer(reply, [], after: try perform(command))
            } else if call.member == "Undo" {
                answer(reply, [try undo()])
            } else if call.member == "GetEdits" {
                reply.succeed([.array(controller.undoableEdits.map(\.busValue), of: "a{sv}")])
            } else if call.member == "GetQueue" {
                reply.succeed(queuePage(call.arguments.compactMap(\.intValue)))
            } else if call.member == "GetQueueChanges" {
                reply.succeed(queueChanges(since: call.arguments.first))
            } else {
                resolve(call, reply: reply)
            }
        } catch {
            reply.fail(error)
        }
    }

    /// Answers when what was done is on disk: what a client was told is not lost, whatever happens.
    ///
    /// - Parameter rest: What of it is still under way.
    private func answer(_ reply: BusReply, _ values: [BusValue], after rest: Task<Void, any Error>? = nil) {
        reply.answer {
            try await rest?.value
            try await self.controller.saved()
            return values
        }
    }

    /// Takes the last change of the queue back, and tells which.
    private func undo() throws(BusError) -> BusValue {
        let edit = controller.undoableEdits.first
        try perform(.undo)
        return edit?.busValue ?? .dictionary([:])
    }

    /// - Returns: What is still under way.
    @discardableResult
    private func perform(_ command: PlaybackCommand) throws(BusError) -> Task<Void, any Error>? {
        do throws(PlaybackCommandError) {
            return try starter.perform(command, by: .user)
        } catch {
            throw ControlError.make(error)
        }
    }

    /// The command of a method that needs nothing but its arguments; `nil` for the others.
    private func command(for call: BusMethodCall) throws(BusError) -> PlaybackCommand? {
        let argument = call.arguments.first
        switch call.member {
        case "Pause": return .pause
        case "Resume": return .resume
        case "Toggle": return .toggle
        case "Stop": return .stop
        case "Next": return .next
        case "Previous": return .previous
        case "SeekTo": return .seek(to: .microseconds(argument?.intValue ?? 0))
        case "SeekBy": return .seekBy(.microseconds(argument?.intValue ?? 0))
        case "SetVolume": return .setVolume(argument?.doubleValue ?? .nan)
        case "AdjustVolume": return .adjustVolume(argument?.doubleValue ?? .nan)
        case "SetMuted": return .setMuted(argument?.boolValue ?? false)
        case "SetRate": return .setRate(argument?.doubleValue ?? .nan)
        case "AdjustRate": return .adjustRate(argument?.doubleValue ?? .nan)
        case "StopAfter": return .stopAfterEntry(argument?.boolValue ?? false)
        case "SetSleep": return .setSleep(try sleepWish(call.arguments))
        case "SetRepeat": return .setRepeatMode(try repeatMode(argument?.stringValue ?? ""))
        case "SetShuffle":
            return .setShuffleMode(controller.snapshot.shuffleMode.switched(argument?.boolValue ?? false))
        case "SetShuffleMode": return .setShuffleMode(try shuffleMode(argument?.stringValue ?? ""))
        case "SetSimilar": return .setSimilar(argument?.boolValue ?? false)
        case "PlayEntry": return .playEntry(entry(argument))
        case "RemoveEntry": return .removeEntry(entry(argument))
        case "RemoveEntries": return .removeEntries((argument?.arrayValue ?? []).map { entry($0) })
        case "MoveEntry": return .moveEntry(entry(argument), to: call.arguments.last?.intValue ?? 0)
        case "ClearQueue": return .clearQueue
        case "GoBack": return .goBack
        default: return nil
        }
    }

    private func repeatMode(_ text: String) throws(BusError) -> RepeatMode {
        guard let mode = RepeatMode(rawValue: text) else {
            throw ControlError.invalidValue("\"\(text.prefix(200))\" is not a repeat mode; expected off, one or all")
        }
        return mode
    }

    func shuffleMode(_ text: String) throws(BusError) -> ShuffleMode {
        guard let mode = ShuffleMode(rawValue: text) else {
            throw ControlError.invalidValue(
                "\"\(text.prefix(200))\" is not a shuffle mode; expected off, tracks or albums")
        }
        return mode
    }

    private func sleepWish(_ arguments: [BusValue]) throws(BusError) -> SleepTimer.Wish? {
        switch arguments.first?.stringValue ?? "" {
        case "off": return nil
        case "track": return .track
        case "queue": return .queue
        case "time": return .after(.microseconds(arguments.last?.intValue ?? 0))
        case let text:
            throw ControlError.invalidValue(
                "\"\(text.prefix(200))\" is not a sleep mode; expected time, track, queue or off")
        }
    }

    private func entry(_ value: BusValue?) -> PlaybackQueue.EntryID {
        guard case .uint64(let number) = value?.unwrapped else { return PlaybackQueue.EntryID(0) }
        return PlaybackQueue.EntryID(number)
    }
}

extension QueueEdit {
    fileprivate var busValue: BusValue {
        var values = BusDictionary()
        values.set("edit", .string(kind.rawValue))
        values.set("title", .string(title))
        values.set("count", count)
        return .dictionary(values.values)
    }
}
