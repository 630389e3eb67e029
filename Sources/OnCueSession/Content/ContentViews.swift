// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The views of the tree that clients have opened, each with the limits of an endpoint.
@MediaActor
package final class ContentViews {
    /// The most views of one client.
    package static let perClient = 16
    private static let keptLevels = 10_000

    private struct View {
        var client: String
        var limits: ContentLimits
        /// The level at which each item was shown.
        var levels: [ContentIdentifier: Int] = [:]
    }

    /// Called after a view has been opened or closed.
    var onChange: (@MediaActor () -> Void)?
    private var views: [UInt32: View] = [:]
    private var last: UInt32 = 0

    package init() {}

    /// - Throws: `refused` when the client has too many.
    package func open(_ limits: ContentLimits, for client: String) throws(ContentError) -> UInt32 {
        guard views.values.count(where: { $0.client == client }) < Self.perClient else {
            throw ContentError(
                .refused, "this client already has \(Self.perClient) views, which is the limit; close one first")
        }
        repeat { last = last == .max ? 1 : last + 1 } while views[last] != nil
        views[last] = View(client: client, limits: limits)
        onChange?()
        return last
    }

    /// - Throws: `notFound` when the client has no such view.
    package func close(_ number: UInt32, of client: String) throws(ContentError) {
        _ = try limits(of: number, client)
        views[number] = nil
        onChange?()
    }

    /// Closes every view of a client that has disconnected.
    package func clientLeft(_ client: String) {
        views = views.filter { $0.value.client != client }
        onChange?()
    }

    /// - Throws: `notFound`.
    package func limits(of number: UInt32, _ client: String) throws(ContentError) -> ContentLimits {
        guard let view = views[number], view.client == client else {
            throw ContentError(.notFound, "there is no view \(number); open one with OpenView")
        }
        return view.limits
    }

    /// Returns the context of a view, or for 0 the common context of all open views.
    package func context(of number: UInt32, _ client: String) throws(ContentError) -> ContentContext {
        if number == 0 { return context }
        return ContentContext(try limits(of: number, client), endpointAvailable: true)
    }

    /// The common context of all open views: the widest of each of their limits.
    package var context: ContentContext {
        let limits = views.values.map(\.limits)
        func widest(_ values: [Int?]) -> Int { values.contains(nil) ? 0 : values.compactMap { $0 }.max() ?? 0 }
        return ContentContext(
            ContentLimits(items: widest(limits.map(\.items)), depth: widest(limits.map(\.depth))),
            endpointAvailable: !limits.isEmpty)
    }

    /// Returns the level of a container in a view: determined by its position or by where the view has shown it,
    /// otherwise the deepest that can be opened, so that nothing below it ever exceeds the limit.
    package func level(of item: ContentIdentifier, at path: IndexPath?, in number: UInt32) -> Int {
        if item == .root { return 0 }
        if let path { return path.count }
        guard let view = views[number] else { return 0 }
        return view.levels[item] ?? max(1, (view.limits.depth ?? 2) - 1)
    }

    /// Notes the level at which items are shown.
    package func note(_ items: [ContentNode], at level: Int, in number: UInt32) {
        guard var view = views[number] else { return }
        if view.levels.count > Self.keptLevels { view.levels = [:] }
        for item in items { view.levels[item.identifier] = level }
        views[number] = view
    }
}
