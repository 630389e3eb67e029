// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueInterface
package import OnCueQuery
package import OnCueSession

/// Activities in the searches of desktops: those that are eligible for search, by title, keywords and description.
extension ActivityCenter: ForeignSearching {
    private static let prefix = ForeignMatch.prefix + "activity:"

    package func matches(_ search: DesktopSearch, limit: Int) async -> [ForeignMatch] {
        Array(
            await list().lazy.filter { record in
                let activity = record.activity
                return Self.isShown(activity)
                    && search.matches([activity.title, activity.summary ?? ""] + activity.keywords)
            }.prefix(limit).map(Self.match))
    }

    package func match(_ id: String) async -> ForeignMatch? {
        guard let name = Self.name(id) else { return nil }
        let record = await list().first { $0.activity.name == name }
        return record.flatMap { Self.isShown($0.activity) ? Self.match($0) : nil }
    }

    package func open(_ id: String) async throws {
        guard let name = Self.name(id) else {
            throw ServiceError(.notFound, "there is no such activity any longer")
        }
        _ = try await resume(name)
    }

    /// What plays and what was searched in OnCue itself is found as items.
    private static func isShown(_ activity: Activity) -> Bool {
        activity.eligibility.contains(.search) && activity.item == nil
    }

    private static func match(_ record: ActivityRecord) -> ForeignMatch {
        let activity = record.activity
        let about = [record.programName, activity.summary ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        let picture = activity.thumbnail.flatMap { $0.hasPrefix("file:///") ? $0 : nil }
        return ForeignMatch(
            id: prefix + activity.name.program + "/" + activity.name.identifier, title: activity.title, about: about,
            picture: picture)
    }

    private static func name(_ id: String) -> Activity.Name? {
        guard id.hasPrefix(prefix) else { return nil }
        let rest = id.dropFirst(prefix.count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        return Activity.Name(String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
    }
}
