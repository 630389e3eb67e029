// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import Synchronization
internal import TagReading

/// How long it takes to read a library, and to see that nothing in it has changed.
struct ScanComparison: Comparison {
    let name = "peers-scan"
    let summary = "players read the library for the first time, and again"

    /// A player that needs longer than this does it once.
    private static let patience = Duration.seconds(10)

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        let files = FigureReport.number(Double(stage.count)) + " files"
        var cold = PeerRow(
            "first scan of \(files)", "ms",
            "into an empty database: `AddFolder` until the scan is reported complete, `mpc update --wait`, `mopidy local scan`; bare: "
                + "only TagLib reading the tags of each file, on all cores.")
        var warm = PeerRow(
            "scan without a change of \(files)", "ms",
            "the same again (`Scan` on the bus); bare: `find` reads the status of each file.")
        for peer in stage.peers where peer.hasLibrary { try await measure(peer, stage, &cold, &warm) }
        try addBare(stage, &cold, &warm)
        return [cold, warm]
    }

    private func measure(
        _ peer: any Peer, _ stage: PeerStage, _ cold: inout PeerRow, _ warm: inout PeerRow
    ) async throws {
        for run in 0..<stage.options.runs(3, quick: 1) {
            if run > 0 { try await peer.forget() }
            _ = try await peer.start()
            defer { peer.stop() }
            try await peer.settle()
            let time = try await peer.scan()
            cold.add(milliseconds: time, of: peer.name)
            stage.noteStocked(peer)
            for _ in 0..<3 { warm.add(milliseconds: try await peer.scan(), of: peer.name) }
            if time > Self.patience { return }
        }
    }

    private func addBare(_ stage: PeerStage, _ cold: inout PeerRow, _ warm: inout PeerRow) throws {
        let paths = Files.all(below: stage.music).filter { !$0.hasSuffix(".jpg") }.map { Array($0.utf8) }
        for _ in 0..<3 {
            if let find = Files.program("find") {
                // A test of the size needs the status of each file.
                let walk = try ChildProgram([find, stage.music, "-size", "0"], in: stage.sandbox).run()
                warm.addBare("find", walk / .milliseconds(1))
            }
            let failures = Atomic(0)
            let lanes = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
            let read = ContinuousClock().measure {
                DispatchQueue.concurrentPerform(iterations: lanes) { lane in
                    // As whoever reads so many would.
                    TagReader.prepareForMany()
                    for index in stride(from: lane, to: paths.count, by: lanes)
                    where (try? TagReader.tags(ofFileAt: paths[index])) == nil {
                        failures.add(1, ordering: .relaxed)
                    }
                }
            }
            guard failures.load(ordering: .relaxed) == 0 else { throw BenchError("TagLib does not read each file") }
            cold.addBare("TagLib", read / .milliseconds(1))
        }
    }
}
