// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueCore
import OnCueInterface
import OnCueRuntime

/// A client's part of the content tree by calls over the bus, as programs without the client's library make them.
struct BusContentSession: ContentSession, BusCalling {
    let bus: MessageBus

    func openView(_ limits: ContentLimits) async throws(ServiceError) -> Int {
        try await call(ContentMethods.openView, Only(limits)).value
    }

    func closeView(_ number: Int) async throws(ServiceError) {
        try await call(ContentMethods.closeView, Only(number))
    }

    func context(ofView number: Int) async throws(ServiceError) -> ContentContext {
        try await call(ContentMethods.context, Only(number)).value
    }

    func subscribe(
        to place: String
    ) async throws(ServiceError) -> (container: String, revision: ContentTree.Revision) {
        let reply = try await call(ContentMethods.subscribe, Only(place))
        return (reply.first, reply.second)
    }

    func unsubscribe(from container: String) async throws(ServiceError) {
        try await call(ContentMethods.unsubscribe, Only(container))
    }

    func changes(
        of container: String, since revision: ContentTree.Revision
    ) async throws(ServiceError) -> ContainerChanges {
        var changes = try await call(ContentMethods.changes, Pair(container, revision))
        // The caller knows of which container it is.
        changes.difference?.container = container
        return changes
    }

    func beginSearch(_ words: String, _ options: SearchOptions) async throws(ServiceError) -> Int {
        try await call(ContentMethods.beginSearch, Pair(words, options)).value
    }

    func endSearch(_ number: Int) async throws(ServiceError) {
        try await call(ContentMethods.endSearch, Only(number))
    }

    func beginUpdates() async throws(ServiceError) { try await call(ContentMethods.beginUpdates, Nothing()) }

    func endUpdates() async throws(ServiceError) { try await call(ContentMethods.endUpdates, Nothing()) }

    func reload(_ place: String) async throws(ServiceError) { try await call(ContentMethods.reload, Only(place)) }
}
