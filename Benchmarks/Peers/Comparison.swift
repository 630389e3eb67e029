// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that all players are measured in; gives one or a few rows.
protocol Comparison: Sendable {
    /// By which it is chosen on the command line.
    var name: String { get }
    /// What it measures, in a few words.
    var summary: String { get }

    /// Measures; no player runs before and after it.
    func compare(_ stage: PeerStage) async throws -> [PeerRow]
}

/// All comparisons in one run.
enum PeerRun {
    /// In the order of the table. The first leaves the players with a library, which the others would give them.
    static let comparisons: [any Comparison] = [
        ScanComparison(), StartComparison(), QuestionComparison(), ProtocolComparison(), CommandComparison(),
        SoundComparison(), GapComparison(), PlayingComparison(), LargeLibraryComparison(),
    ]

    static func report(_ bench: Bench) async throws -> PeerReport {
        let begin = Machine.load
        let stage = try await PeerStage(bench)
        var (rows, failures) = ([PeerRow](), [String]())
        for comparison in comparisons where bench.options.includes(comparison.name) {
            Output.say("\(comparison.name): \(comparison.summary)")
            do {
                rows += try await comparison.compare(stage)
            } catch {
                failures.append("\(comparison.name): \(error)")
                Output.say(failures.last ?? "")
            }
            stage.stopAll()
        }
        failures += stage.notes
        failures += stage.absent.map { "\($0.name) is not installed; it is in Debian's packages \($0.packages)." }
        return PeerReport(
            players: stage.peers.map(\.name), rows: rows, failures: failures,
            facts: [
                "Library: \(FigureReport.number(Double(stage.corpus.count))) small generated files (half MP3, the others "
                    + "FLAC, Ogg Vorbis and Opus, one album in five with pictures) and \(stage.count - stage.corpus.count) others, "
                    + "most of which are played; all in the page cache.",
                "Sound: one private PulseAudio with a null sink of 48,000 Hz without rewinding, whose monitor is listened to. "
                    + "Bus: one private dbus-daemon.",
                "Machine: \(Machine.processor), \(Machine.memory) of memory, \(Machine.kernel); load \(begin) at the "
                    + "beginning, \(Machine.load) at the end, players included.",
                "Versions: \(PeerVersions.all(in: bench.sandbox, root: bench.options.root).joined(separator: ", ")).",
            ])
    }
}
