// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Reports trouble that the user should know about through the notification centre, as long as it lasts, and long work
/// that has ended.
@MediaActor
package final class ServiceNews {
    package nonisolated static let trouble = "trouble"
    package nonisolated static let finished = "finished"
    private static let day: Int64 = 86_400
    private static let scan = "scan"
    /// A feed that fails for less than this may recover, in seconds.
    private static let patience = 7 * day
    /// The duration of work whose end is announced, in seconds: the user has seen the end of shorter work.
    private static let long: Int64 = 60
    /// Work that takes less than this is not shown while it is running, in seconds.
    private static let short: Int64 = 10
    /// Work that was not updated for this long is no longer shown, in seconds.
    private static let silence: Int64 = 120
    /// The time for which news of finished work lasts, in seconds.
    private static let lifetime = day

    private let center: NotificationCoordinator
    private let now: @MediaActor () -> Int64
    private let noteTold: @MediaActor (_ podcast: ContentIdentifier) async -> Void
    private let play: @MediaActor (_ item: String) async throws -> Void
    private let log = Logger("news")
    /// The identifiers of the troubles that were reported and persist.
    private var lasting: Set<String> = []
    /// The folders of the library that could be read by the last scan.
    private var present: Set<MediaLocation> = []
    /// The times when downloads were requested, in seconds since 1970.
    private var downloads: [ContentIdentifier: Int64] = [:]
    /// The work that is shown while it is running, by name.
    private var works: [String: Work] = [:]

    /// Long work that the user requested and that is still running.
    private struct Work {
        var percent: Int
        /// The time when it was last shown.
        var time: Int64
        /// Whether the user has dismissed it.
        var isUnwanted = false
    }

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - noteTold: Notes that the failure of a podcast was reported, until it works again.
    ///   - play: Plays an episode.
    package init(
        center: NotificationCoordinator, now: @escaping @MediaActor () -> Int64,
        noteTold: @escaping @MediaActor (_ podcast: ContentIdentifier) async -> Void,
        play: @escaping @MediaActor (_ item: String) async throws -> Void
    ) {
        (self.center, self.now, self.noteTold, self.play) = (center, now, noteTold, play)
        center.handle(Self.finished) { [weak self] in await self?.answered($0) }
    }

    /// The categories of news, with the possible answers.
    package nonisolated static var categories: [NotificationCategory] {
        [
            NotificationCategory(trouble, summary: "%u problems"),
            NotificationCategory(finished, summary: "%u are ready"),
        ]
    }

    // MARK: Trouble

    /// Handles a refresh of podcasts: those that have failed for a week are trouble, unless all fail, which points to
    /// the network.
    package func refreshed(_ podcasts: [PodcastSummary]) async {
        let failing = podcasts.filter { $0.failure != nil && !$0.isEnded }
        await endAll("feed ", but: Set(failing.map { "feed \($0.identifier)" }))
        let works = podcasts.contains { $0.failure == nil && ($0.refreshed ?? 0) > now() - Self.day }
        guard works || podcasts.count == 1 else { return }
        for podcast in failing {
            guard let failure = podcast.failure, let since = podcast.failingSince, now() - since >= Self.patience
            else { continue }
            await begin(
                "feed \(podcast.identifier)", "\"\(podcast.title)\" cannot be refreshed",
                "It has failed for a week: \(failure). Look at it with: oncue podcast list")
            await noteTold(podcast.identifier)
        }
    }

    /// Handles the end of a scan: a folder that could be read before, and cannot now, is trouble.
    ///
    /// - Parameters:
    ///   - folders: The folders that were scanned.
    ///   - all: All folders of the library.
    package func scanned(_ report: ScanReport, folders: [MediaLocation], all: [MediaLocation]) async {
        await end(work: Self.scan)
        guard !report.isCancelled, report.error == nil else { return }
        await endAll("folder ", but: Set(all.map { "folder \($0.uri)" }))
        let reasons = Dictionary(report.failures.map { ($0.location, $0.reason) }) { first, _ in first }
        for folder in folders {
            let name = "folder \(folder.uri)"
            if let reason = reasons[folder] {
                guard present.remove(folder) != nil else { continue }
                await begin(
                    name, "A folder of the library has gone",
                    "\(folder): \(reason).")
            } else {
                present.insert(folder)
                await end(name)
            }
        }
        if report.elapsed >= .seconds(Self.long), report.added > 0 {
            await tell(
                Self.scan, "The library is ready",
                "\(report.added) files were added in \(Self.minutes(report.elapsed)).",
                Self.finished)
        }
    }

    /// - Parameter failure: The reason why changes by the user cannot be saved; `nil` once they can.
    package func saved(_ failure: String?) async {
        guard let failure else { return await end("storage") }
        await begin(
            "storage", "Nothing can be saved",
            "What you do now is lost when OnCue ends: \(failure). See what to do with: oncue doctor")
    }

    private func begin(_ name: String, _ title: String, _ body: String) async {
        guard lasting.insert(name).inserted else { return }
        await tell(name, title, body, Self.trouble)
    }

    private func end(_ name: String) async {
        lasting.remove(name)
        await remove { $0 == name }
    }

    /// Ends the troubles whose names begin with the prefix, except those that last.
    private func endAll(_ prefix: String, but names: Set<String>) async {
        lasting = lasting.filter { !$0.hasPrefix(prefix) || names.contains($0) }
        await remove { $0.hasPrefix(prefix) && !names.contains($0) }
    }

    private func remove(_ isMeant: (String) -> Bool) async {
        let isTold = { (record: NotificationRecord) in
            record.name.client == ServiceNames.busName && record.request.content.category == Self.trouble
                && isMeant(record.name.identifier)
        }
        guard center.book.records.values.contains(where: isTold) else { return }
        do throws(ContentError) { _ = try await center.remove(.all, where: isTold) } catch {
            log.warning("cannot take back what is over", ["error": error.message])
        }
    }

    // MARK: The end of long work

    /// Follows a download that the user requested.
    package func downloaded(_ progress: DownloadProgress) async {
        guard !progress.isAutomatic else { return }
        let key = progress.episode
        switch progress.state {
        case .waiting, .loading:
            let start = downloads[key] ?? now()
            downloads[key] = start
            await goesOn(
                "download \(key)", progress.title, "It is being downloaded.", since: start,
                Double(progress.received), of: Double(progress.total ?? 0))
        case .cancelled:
            downloads[key] = nil
            await end(work: "download \(key)")
        case .finished, .failed:
            await end(work: "download \(key)")
            await end("download \(key)")
            guard let start = downloads.removeValue(forKey: key), now() - start >= Self.long else {
                return
            }
            let body = progress.failure.map { "It could not be downloaded: \($0)" } ?? "It is downloaded."
            let category = progress.failure == nil ? Self.finished : Self.trouble
            await tell("download \(key)", progress.title, body, category, item: key.description)
        }
    }

    // MARK: Long work that goes on

    /// Follows a scan that the user requested.
    package func scanning(_ progress: LibraryScanProgress) async {
        guard progress.isAsked, progress.phase == .reading else { return }
        await goesOn(
            Self.scan, "The library is being scanned", "\(progress.toRead) files are new or changed.",
            since: now() - progress.elapsed.components.seconds, Double(progress.read), of: Double(progress.toRead))
    }

    /// Shows the progress where it can be drawn: only on the screen, in place, at most once a second, and only if the
    /// percentage has changed.
    private func goesOn(
        _ name: String, _ title: String, _ body: String, since start: Int64, _ done: Double, of whole: Double
    ) async {
        let now = now()
        guard whole > 0, now - start >= Self.short else { return }
        let percent = Int(max(0, min(1, done / whole)) * 100)
        let request = Self.name(ofWork: name)
        if let last = works[name] {
            guard !last.isUnwanted, last.percent != percent, last.time != now else { return }
            // A notification that is gone before its time was dismissed.
            if center.book.records[request] == nil, abs(now - last.time) < Self.silence {
                works[name]?.isUnwanted = true
                return
            }
        }
        works[name] = Work(percent: percent, time: now)
        var content = NotificationContent(
            title: NotificationContent.line(title), body: body, category: Self.finished, urgency: .low)
        content.progress = percent
        content.expires = now + Self.silence
        content.manner = NotificationManner(actions: [], isTransient: true, isLasting: true, needsGauge: true)
        await center.tell(NotificationRequest(request, content))
    }

    private func end(work name: String) async {
        guard works.removeValue(forKey: name) != nil else { return }
        center.retract(Self.name(ofWork: name))
        await center.posted()
    }

    private static func name(ofWork name: String) -> NotificationRequest.Name {
        NotificationRequest.Name(ServiceNames.busName, name + " progress")
    }

    private func answered(_ response: NotificationResponse) async {
        guard let item = response.content.item, response.answer.action != .dismiss else { return }
        do { try await play(item) } catch { log.warning("cannot play what was loaded", ["error": "\(error)"]) }
    }

    private func tell(_ name: String, _ title: String, _ body: String, _ category: String, item: String? = nil) async {
        var content = NotificationContent(
            title: NotificationContent.line(title), body: body.shortened(toBytes: NotificationLimits.bodyBytes),
            category: category, thread: category, urgency: category == Self.trouble ? .normal : .low)
        content.item = item
        if category == Self.finished { content.expires = now() + Self.lifetime }
        await center.tell(NotificationRequest(.init(ServiceNames.busName, name), content))
    }

    private static func minutes(_ time: Duration) -> String {
        let minutes = max(1, Int((time / .seconds(60)).rounded()))
        return minutes == 1 ? "1 minute" : "\(minutes) minutes"
    }
}
