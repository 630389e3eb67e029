// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// An index path in an argument, and the item that was displayed there.
struct ShownPath {
    private let path: IndexPath
    private let context: CommandContext

    init(_ path: IndexPath, _ context: CommandContext) {
        self.path = path
        self.context = context
    }

    /// Returns the text of the path at the present revision, after checking that it still leads to the displayed item.
    ///
    /// - Throws: ``CommandFailure`` if another item is there now.
    func checked(_ text: String) async throws -> String {
        guard let shown = context.memory.shown(at: path) else { return text }
        let place = IndexPathText.text(of: shown.path)
        guard let (revision, item) = try await found(place) else {
            throw await moved(place, shown.identifier, now: nil)
        }
        guard item.identifier == shown.identifier else { throw await moved(place, shown.identifier, now: item) }
        return "\(text)@\(revision)"
    }

    private func found(
        _ place: String
    ) async throws(ClientError) -> (revision: ContentTree.Revision, item: ContentRecord)? {
        do throws(ClientError) { return try await context.service.item(at: place) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    private func moved(_ place: String, _ identifier: String, now item: ContentRecord?) async -> CommandFailure {
        let former = try? await context.service.item(at: identifier).item.title
        let was =
            former.map { "was \"\(TextLayout.printable($0))\" when it was shown" } ?? "was shown with something else"
        let now = item.map { "and is \"\(TextLayout.printable($0.title))\" now" } ?? "and there is nothing now"
        return CommandFailure(.failed, "\(place) \(was), \(now); run oncue browse again")
    }
}
