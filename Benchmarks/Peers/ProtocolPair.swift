// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where MPD's protocol is spoken.
struct ProtocolEnd {
    let name: String
    let socket: String
    /// Starts what answers there anew, with the library that it knows.
    ///
    /// - Returns: Its socket, at which it listens.
    let restart: () async throws -> String
    /// The processes behind it.
    let processes: () -> [Int32]
}

/// The two that speak MPD's protocol.
struct ProtocolPair {
    let onCue: OnCuePeer
    let mpd: MPDPeer
    private let stage: PeerStage

    /// `nil` where there is no MPD.
    init?(_ stage: PeerStage) {
        let onCue = stage.peers.lazy.compactMap { $0 as? OnCuePeer }.first
        let mpd = stage.peers.lazy.compactMap { $0 as? MPDPeer }.first
        guard let onCue, let mpd else { return nil }
        (self.onCue, self.mpd, self.stage) = (onCue, mpd, stage)
    }

    var ends: [ProtocolEnd] {
        [
            ProtocolEnd(
                name: onCue.name, socket: onCue.mpdSocket, restart: { try await onCue.restartMPD() },
                processes: { onCue.processes }),
            ProtocolEnd(
                name: mpd.name, socket: mpd.socket,
                restart: {
                    mpd.stop()
                    _ = try await mpd.start()
                    return mpd.socket
                }, processes: { [mpd.process] }),
        ]
    }

    /// The whole library, and the memory behind it.
    func everything() throws -> [PeerRow] {
        let words = "listallinfo of " + FigureReport.number(Double(stage.count))
        let prefix = "MPD's protocol: "
        var listing = PeerRow(
            prefix + words, "ms", "every song with its tags.", reason: PeerReasons.protocolAnswer)
        var resident = PeerRow(
            prefix + "memory behind \(words), resident", "MB",
            "afterwards, of MPD; of `oncued` and `oncue-mpd` together, in which shared libraries count twice.",
            reason: PeerReasons.songs)
        var written = PeerRow(
            prefix + "memory behind \(words), written", "MB", "at the same time, what they have written themselves.",
            reason: PeerReasons.songs)
        for end in ends {
            let connection = try MPDProtocol(socket: end.socket)
            for round in 0...stage.options.runs(5, quick: 2) {
                let begin = ContinuousClock.now
                try connection.ask("listallinfo")
                if round > 0 { listing.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
            let memory = try end.processes().map { try ProcessMemory($0) }
            resident.add(memory.reduce(0) { $0 + $1.resident }, of: end.name)
            written.add(memory.reduce(0) { $0 + $1.written }, of: end.name)
        }
        return [listing, resident, written]
    }
}
