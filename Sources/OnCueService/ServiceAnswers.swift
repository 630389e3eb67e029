// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueDesk
internal import OnCueRuntime
internal import OnCueSession
internal import StatusAnswers

extension ServiceParts {
    /// Keeps the answers about what is playing in a file for `oncue now`, if the runtime folder accepts it.
    ///
    /// That folder is in memory where a session manager makes it. Elsewhere the few kilobytes go to the cache of its
    /// file system, as long as the system has room for that.
    @MediaActor
    func keepAnswers(of desk: NowPlayingDesk, _ configuration: ServiceConfiguration) -> AnswerKeeper? {
        let folder = configuration.directories.runtime
        guard PrivateDirectory.make(folder), PrivateDirectory.isSafe(folder), let file = AnswerFile(in: folder) else {
            return nil
        }
        let keeper = AnswerKeeper(
            file: file, bus: configuration.busLocation.address, now: { NowPlayingDesk.now },
            report: { desk.report })
        controller.versions.listen { [weak keeper] _ in keeper?.noteChange() }
        center.news.listen { [weak keeper] in keeper?.noteChange() }
        return keeper
    }
}
