// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport

/// The two paired machines of the documents: the desk, which has all the music, and the kitchen, which lacks an album.
final class TranscriptMachines: Sendable {
    private static let missing = "Valve & Feather"

    private let stage: PairedMachinesStage

    /// Both listen.
    ///
    /// - Parameter isBusy: At the desk everything is queued, and Two Chairs plays from 0:10 on; the programs of activities are there.
    init(isBusy: Bool) async throws {
        stage = try await PairedMachinesStage()
        for machine in [stage.desk, stage.kitchen] {
            let music = machine.directory.file("music")
            try FileManager.default.copyItem(atPath: Products.media, toPath: music)
            if machine === stage.kitchen {
                try FileManager.default.removeItem(atPath: music + "/" + Self.missing)
            }
            if isBusy { try machine.install(ActivityExampleTests.examples[0]) }
            _ = try await machine.startDaemon()
            try await machine.done("library", "add", music)
            try await machine.done("library", "scan")
            try await machine.done("handoff", "listen", "on")
        }
        guard isBusy else { return }
        try await stage.desk.done("play", "Tracks")
        for _ in 0..<11 where try await stage.desk.json("now")["title"] != "Two Chairs" {
            try await stage.desk.done("next")
        }
        // What is shown of it are the ten seconds from here on.
        try await stage.desk.done("seek", "0:10")
    }

    /// A machine by its name in the prompt.
    subscript(name: String) -> Machine? {
        switch name {
        case "desk": stage.desk
        case "kitchen": stage.kitchen
        default: nil
        }
    }
}
