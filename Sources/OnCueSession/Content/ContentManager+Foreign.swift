// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
internal import OnCueQuery

extension ContentManager {
    /// Searches other programs for results that are not content; `nil` if there is no such search.
    var foreignSource: ContentSearchSource? {
        guard let foreign else { return nil }
        return ContentSearchSource(title: "Other programs") { words, limit async throws(ContentError) in
            let asked = QueryWords(try ContentQuery(words))
            // Results without fields cannot match a condition on them.
            guard !asked.isFiltered, !asked.words.isEmpty else { return [] }
            let items = await foreign.foreignMatches(asked.words, limit: limit).map { ContentNode($0) }
            guard !items.isEmpty else { return [] }
            return [
                ContentSearchGroup(
                    kind: .foreign, total: items.count, isTotalExact: items.count < limit, items: items)
            ]
        }
    }
}

extension ContentManager {
    /// Returns the row of an item that another program has indexed; `nil` if it is gone, and for any other identifier.
    func foreignItem(_ identifier: ContentIdentifier) async -> ContentNode? {
        guard let foreign, let name = Activity.Name(identifier) else { return nil }
        return try? await foreign.foreignItem(name).map { ContentNode($0) }
    }
}

extension ContentNode {
    /// The row of a search result or a suggestion. Playing it means showing it in its program.
    package init(_ match: ForeignHit) {
        self.init(
            identifier: match.name.contentIdentifier,
            title: match.title, subtitle: match.programName, isPlayable: true)
        let picture = match.thumbnail ?? ""
        if !picture.isEmpty, !picture.contains("/") { iconName = picture }
        if picture.hasPrefix("file:///"), let file = MediaLocation(uri: picture) { artwork = .picture(file) }
        (rare.location, rare.date) = (match.location, match.date)
    }
}
