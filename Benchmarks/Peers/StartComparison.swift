// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long players take to start, and what they keep in memory then.
struct StartComparison: Comparison {
    let name = "peers-start"
    let summary = "players start, with their library, and are left alone"

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        try await stage.startStocked()
        stage.stopAll()
        let tracks = FigureReport.number(Double(stage.count)) + " tracks"
        var start = PeerRow(
            "start with \(tracks)", "ms",
            "from starting the program until it answers: its name is on the bus, its socket greets, its JSON-RPC answers, "
                + "its socket answers.")
        var resident = PeerRow(
            "memory with \(tracks), resident", "MB",
            "two seconds after a start with the library, when startup work is done; shared libraries count in full.",
            reason: PeerReasons.resident)
        var written = PeerRow(
            "memory with \(tracks), written", "MB",
            "at the same time, the memory it has written itself, which would be free without it.",
            reason: PeerReasons.written)
        for run in 0...stage.options.runs(5, quick: 2) {
            for peer in stage.peers {
                let time = try await peer.start()
                defer { peer.stop() }
                try await peer.settle()
                // The first start makes files that the others find.
                if run == 0 { continue }
                start.add(milliseconds: time, of: peer.name)
                guard run <= 2 else { continue }
                try await Task.sleep(for: .seconds(2))
                let memory = try ProcessMemory(peer.process)
                resident.add(memory.resident, of: peer.name)
                written.add(memory.written, of: peer.name)
            }
        }
        let idle = try await idle(stage)
        return [start] + idle + [resident, written]
    }

    /// With a library of nothing.
    private func idle(_ stage: PeerStage) async throws -> [PeerRow] {
        var resident = PeerRow(
            "memory without a library, resident", "MB", "the same after a start without any track.",
            reason: PeerReasons.resident)
        var written = PeerRow(
            "memory without a library, written", "MB", "at the same time, the memory it has written itself.",
            reason: PeerReasons.written)
        for peer in try await stage.freshPeers() {
            _ = try await peer.start()
            defer { peer.stop() }
            try await peer.settle()
            try await Task.sleep(for: .seconds(2))
            let memory = try ProcessMemory(peer.process)
            resident.add(memory.resident, of: peer.name)
            written.add(memory.written, of: peer.name)
        }
        return [resident, written]
    }
}
