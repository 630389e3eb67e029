// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueInterface

/// A paired machine that plays, and one that cannot be reached.
enum FakeMachines {
    static var kitchen: OtherMachines {
        var machines = OtherMachines(
            names: { ["kitchen", "attic", "host.example"] },
            move: { _, machine in
                guard machine == "kitchen" else {
                    throw ServiceError(.notAvailable, "\(machine) cannot be reached")
                }
                return ["rig plays Blue at 0:12", "1 of 2 entries is there; not there: Red"]
            }, together: { _ in [] })
        machines.paired = { ["kitchen", "attic"] }
        machines.playing = {
            var record = MachineRecord("kitchen", isReachable: true)
            (record.title, record.artists, record.position) = ("Blue", ["Cy"], .seconds(12))
            (record.isPlaying, record.absence) = (true, .seconds(90))
            return [record, MachineRecord("attic", isReachable: false)]
        }
        return machines
    }
}
