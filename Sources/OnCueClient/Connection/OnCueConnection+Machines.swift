// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: MachineService {
    package func machines() async throws(ServiceError) -> [MachineRecord] {
        try await call(
            MachineMethods.machines, Nothing(), waitingFor: LongWait("the paired machines", limit: .seconds(22))
        ).value
    }

    package func continueHere(from machine: String) async throws(ServiceError) -> ContinuedHere {
        try await call(
            MachineMethods.continueHere, Only(machine), waitingFor: LongWait(machine, limit: .seconds(22))
        ).value
    }
}
