// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// Finds items of one branch by a text from a caller.
@MediaActor
struct ItemNaming {
    let manager: ContentManager
    let kind: ContentKind
    /// The branch, whose title callers may leave out.
    let branch: RootBranch
    /// The noun for such an item in messages.
    let noun: String

    /// - Throws: `notFound`, `invalidPlace`, …
    func identifier(_ text: String) async throws(ContentError) -> ContentIdentifier {
        let place = try ContentPlace(text)
        var isFolder = false
        do throws(ContentError) {
            if let found = try await identifier(at: place) { return found }
        } catch {
            guard error.isAbsence, !isPosition(place) else { throw error }
        }
        // A title may look like a query or an identifier, and have slashes in it.
        for titles in [place.titles ?? [text], [text]] {
            do throws(ContentError) {
                let item = try await manager.item(at: .names([branch.title] + titles)).item
                if item.kind == kind { return item.identifier }
                isFolder = isFolder || item.kind == .folder
            } catch {
                guard error.code != .refused else { throw error }
            }
        }
        if isFolder {
            throw ContentError(.notFound, "\"\(text.prefix(200))\" is a folder; name a \(noun) in it")
        }
        throw ContentError(
            .notFound, "there is no \(noun) \"\(text.prefix(200))\"; oncue browse \(branch.title) shows what is there")
    }

    private func isPosition(_ place: ContentPlace) -> Bool {
        if case .indexPath = place { true } else { false }
    }

    private func identifier(at place: ContentPlace) async throws(ContentError) -> ContentIdentifier? {
        let item = try await manager.item(at: place).item
        return item.kind == kind ? item.identifier : nil
    }
}
