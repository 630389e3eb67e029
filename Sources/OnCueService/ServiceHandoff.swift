// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueDesk
internal import OnCueInterface
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession

/// The name of this machine.
enum MachineName {
    /// As the network knows it; empty where it has none.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension ServiceParts {
    /// Playback that moves to other machines, and comes from them.
    ///
    /// - Parameter absence: For how long the user has been away.
    func makeHandoff(absence: @escaping @MediaActor () -> Duration?) -> HandoffDesk {
        HandoffDesk(
            machine: MachineName.host.isEmpty ? "this machine" : MachineName.host, controller: controller,
            media: JoinedHandoffMedia([EpisodeHandoffMedia(podcasts.finder), CatalogHandoffMedia(catalog: catalog)]),
            fetching: linked,
            folders: { [library] in (try? await library.libraryStatus().folders) ?? [] }, absence: absence)
    }

    /// Playback in step with other machines.
    func makeTogether(_ handoff: HandoffDesk, _ configuration: Configuration) -> TogetherDesk {
        TogetherDesk(
            machine: MachineName.host.isEmpty ? "this machine" : MachineName.host, controller: controller,
            handoff: handoff, isAllowed: configuration.letsOthersPlayTogether,
            program: { await HandoffMachines.follow($0) })
    }
}
