// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueInterface
package import OnCueQuery
internal import OnCueRuntime
package import OnCueSession

/// The results that programs contribute to desktop searches: their activities and the items of their index, found by
/// title, keywords and description.
extension ActivityCenter: ForeignSearching {
    package func matches(_ search: DesktopSearch, limit: Int) async -> [ForeignMatch] {
        guard let words = search.plainWords else { return [] }
        return await foreignMatches(words, limit: limit).map(Self.match)
    }

    package func match(_ id: String) async -> ForeignMatch? {
        guard let name = ContentIdentifier(id).flatMap(Activity.Name.init) else { return nil }
        if let record = await listed(name) {
            return Self.isFound(record.activity)
                ? Self.match(ForeignHit(record.activity, programName: record.programName)) : nil
        }
        do throws(ServiceError) {
            guard let item = try await activityOfItem(name) else { return nil }
            return Self.match(ForeignHit(item, programName: programName(name.program)))
        } catch {
            log.warning("cannot read the index of programs", ["error": error.message])
            return nil
        }
    }

    package func open(_ id: String) async throws {
        guard let name = ContentIdentifier(id).flatMap(Activity.Name.init), await match(id) != nil else {
            throw ServiceError(.notFound, "what was found is not there any longer")
        }
        _ = try await resume(name)
    }

    private static func match(_ hit: ForeignHit) -> ForeignMatch {
        let about = [hit.programName, hit.summary ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        let picture = hit.thumbnail.flatMap { $0.hasPrefix("file:///") ? $0 : nil }
        return ForeignMatch(
            id: hit.name.contentIdentifier.description, title: hit.title, about: about, picture: picture)
    }
}
