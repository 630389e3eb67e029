// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import PlayerControl

extension PlayerLink {
    /// Tests a player against the specification.
    func examine(_ player: PlayerReport, _ depth: ExaminationDepth) async throws(ClientError) -> ConformanceReport {
        let gone = ClientError(
            .notFound, "\(player.title) (\(player.name)) has quit, or does not answer within a second")
        guard let owner = try? await bus.owner(of: Self.prefix + player.name) else { throw gone }
        let examined = ExaminedPlayer(bus: bus, owner: owner)
        guard let result = await PlayerExaminer(player: examined, depth: depth).examine() else { throw gone }
        if Task.isCancelled {
            throw ClientError(.failed, "interrupted; the settings of \(player.title) were restored")
        }
        return ConformanceReport(
            player: player.name, identity: result.identity.shortened(toBytes: Self.longestMessage),
            findings: result.findings)
    }
}
