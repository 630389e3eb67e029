// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueCore
package import OnCueInterface

extension ServiceContract {
    /// Checks the commands of controls elsewhere.
    ///
    /// - Parameters:
    ///   - play: Plays the album Blue, and returns when it is known whether its first track is a favourite.
    ///   - settle: Returns when everything that was asked for has been done.
    package static func remoteCommands(
        _ service: some RemoteCommandService, _ notes: Notes, play: () async throws -> Void, settle: () async -> Void
    ) async throws {
        func rows() async throws -> [[String: BusValue]] {
            notes.heard(try await service.remoteCommands()).map(FormWriter.dictionary)
        }
        func row(_ kind: RemoteCommand.Kind) async throws -> [String: BusValue] {
            try await rows().first { $0["name"] == .string(kind.rawValue) } ?? [:]
        }
        /// Each command that is disabled must be refused as it is listed.
        func checkRefusals(_ moment: String) async throws {
            for row in try await rows() where row["enabled"] == .bool(false) {
                guard let kind = row["name"]?.stringValue.flatMap(RemoteCommand.Kind.init),
                    let code = ServiceError.Code(rawValue: row["errorCode"]?.stringValue ?? "")
                else {
                    notes.expect(false, "a command that is disabled has a code: \(row)")
                    continue
                }
                await notes.expect(code, "\(kind) is refused \(moment), with the code that is listed") {
                    do {
                        try await service.perform(command(kind))
                    } catch {
                        let message = ServiceError(error).message
                        notes.expect(
                            row["reason"]?.stringValue == message, "\(kind) is refused \(moment) as listed: \(message)")
                        throw error
                    }
                }
            }
        }

        let kinds = try await rows().compactMap { $0["name"]?.stringValue }
        notes.expect(kinds == RemoteCommand.Kind.allCases.map(\.rawValue), "every command is listed, in its order")
        try await checkRefusals("while nothing plays")

        try await play()
        try await checkRefusals("while something plays")
        try await service.perform(.setRate(1.5))
        try await service.perform(.setRepeatMode(.all))
        try await service.perform(.pause)
        await settle()
        notes.expect(try await row(.rate)["current"] == .double(1.5), "the rate is the one that was set")
        notes.expect(try await row(.repeat)["current"] == .string("all"), "the mode is the one that was set")
        notes.expect(try await row(.pause)["enabled"] == .bool(false), "what is paused cannot be paused")
        notes.expect(try await row(.play)["enabled"] == .bool(true), "what is paused can be played")
        await notes.expect(.invalidValue, "a rate beyond the range is refused") {
            try await service.perform(.setRate(9))
        }
        try await checkRefusals("while something is paused")
    }

    /// A command of a kind, with an argument that would be accepted.
    private static func command(_ kind: RemoteCommand.Kind) -> RemoteCommand {
        switch kind {
        case .play: .play
        case .pause: .pause
        case .toggle: .toggle
        case .stop: .stop
        case .next: .next
        case .previous: .previous
        case .seek: .seek(to: .zero)
        case .skipForward: .skipForward(nil)
        case .skipBackward: .skipBackward(nil)
        case .rate: .setRate(1)
        case .shuffle: .setShuffleMode(.off)
        case .repeat: .setRepeatMode(.off)
        case .like: .like(true)
        case .dislike: .dislike(true)
        case .bookmark: .bookmark(name: nil)
        case .nextChapter: .nextChapter
        case .previousChapter: .previousChapter
        }
    }
}
