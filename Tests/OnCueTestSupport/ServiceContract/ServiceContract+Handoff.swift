// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

extension ServiceContract {
    /// Checks handing over, of a queue of a single entry, Blue, that plays.
    package static func handoff(_ service: some HandoffService, _ notes: Notes) async throws {
        let queue = notes.heard(try await service.handedQueue())
        notes.expect(queue.entries.map(\.title) == ["Blue"] && queue.current == 0, "the queue is described")
        notes.expect(queue.isPlaying, "and whether it plays")
        await notes.expect(.refused, "its own queue is not taken over") {
            _ = try await service.prepareHandoff(queue)
        }
        var unknown = queue
        unknown.run += 1
        unknown.entries = [HandedEntry(title: "Nowhere")]
        await notes.expect(.notFound, "a queue of which nothing is here is not taken over") {
            _ = try await service.prepareHandoff(unknown)
        }
        unknown.entries = []
        await notes.expect(.invalidValue, "nor one without entries") { _ = try await service.prepareHandoff(unknown) }
        await notes.expect(.overtaken, "what was not prepared does not begin") {
            try await service.beginHandoff(HandoffStart(1, current: 0, at: .zero, playing: true))
        }
        try await service.discardHandoff(1)
        let released = notes.heard(try await service.releaseForHandoff(9))
        notes.expect(released.isPlaying && released.run == queue.run, "it is released")
        notes.expect(
            released.entry != nil && released.entry == queue.entries.first?.identifier,
            "and the entry is named as before")
        notes.expect(try await service.releaseForHandoff(9) == released, "once, however often it is asked")
        notes.expect(try await service.handedQueue().isPlaying == false, "and is then silent")
        try await service.takeBackHandoff(8)
        notes.expect(try await service.handedQueue().isPlaying == false, "another number takes nothing back")
        try await service.takeBackHandoff(9)
        notes.expect(try await service.handedQueue().isPlaying, "taken back, it plays on")
        for number: UInt64 in [8, 9] {
            await notes.expect(.overtaken, "what was taken back is not released any more") {
                _ = try await service.releaseForHandoff(number)
            }
        }
        notes.expect(try await service.handedQueue().isPlaying, "and still plays")
    }

    /// Checks the machines: `kitchen` plays Blue, and `attic` cannot be reached.
    package static func machines(_ service: some MachineService, _ notes: Notes) async throws {
        let machines = notes.heard(try await service.machines())
        notes.expect(machines.map(\.name) == ["attic", "kitchen"], "they are listed by name")
        notes.expect(machines.map(\.isReachable) == [false, true], "and whether they answer")
        notes.expect(machines.last?.title == "Blue" && machines.last?.isPlaying == true, "with what plays")
        let continued = notes.heard(try await service.continueHere(from: "kitchen"))
        notes.expect(continued.sentence == "rig plays Blue at 0:12", "what comes of it is told")
        notes.expect(continued.notes.count == 1, "with what is missing")
        await notes.expect(.notAvailable, "one that cannot be reached says so") {
            _ = try await service.continueHere(from: "attic")
        }
        for name in ["host.example", "", "-oProxyCommand=x"] {
            await notes.expect(.notFound, "only paired machines are called") {
                _ = try await service.continueHere(from: name)
            }
        }
    }
}
