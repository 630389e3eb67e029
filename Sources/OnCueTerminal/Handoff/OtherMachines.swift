// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueHandoff
internal import OnCueInterface
internal import PairedMachines

/// Other machines: those paired by `oncue-link` through it, and all others through `ssh`, which has the keys, the
/// names, and the encryption.
struct OtherMachines: RemoteMachines {
    let links: any MachineLinks

    func way(to host: String) async throws(ServiceError) -> MachineWay {
        let state: LinkState
        do { state = try await links.state() } catch {
            // Without the program for links there are no links.
            if LinkProgram.isMissing { return .ssh }
            throw ServiceError(.unavailable, error.message)
        }
        return state.machine(named: host) == nil ? .ssh : .pairing
    }

    func open(
        _ host: String, by way: MachineWay, again isAgain: Bool
    ) async throws(ServiceError) -> any HandoffChannel {
        let channel = try ProgramChannel(way == .pairing ? .link(host) : .ssh(host, again: isAgain))
        try await channel.greet()
        return channel
    }
}
