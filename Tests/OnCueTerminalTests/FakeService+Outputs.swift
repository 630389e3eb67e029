// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime

extension FakeService {
    func outputs() async throws(ClientError) -> OutputListing { try note("outputs").outputs }

    func outputUpdates() -> AsyncStream<OutputUpdate> {
        let state = current
        return state.isLive ? outputHub.listen(beginningWith: .changed) : Self.stream(state.outputUpdates)
    }

    func setOutput(_ identifier: String?) async throws(ClientError) {
        var listing = try note("output \(identifier ?? "default")").outputs
        let output = listing.outputs.first { identifier == nil ? $0.isDefault : $0.identifier == identifier }
        if identifier != nil, output == nil { throw ClientError(.notFound, "there is no such output") }
        listing.chosen = identifier.map { OutputListing.Choice(identifier: $0, title: output?.title ?? $0) }
        for index in listing.outputs.indices {
            listing.outputs[index].isCurrent = listing.outputs[index].identifier == output?.identifier
        }
        listing.together = []
        change { [listing] in $0.outputs = listing }
        outputHub.tell(.changed)
    }

    func setOutputs(_ identifiers: [String]) async throws(ClientError) {
        guard identifiers.count > 1 else { return try await setOutput(identifiers.first) }
        var listing = try note("outputs \(identifiers.joined(separator: " "))").outputs
        let outputs = identifiers.compactMap { id in listing.outputs.first { $0.identifier == id } }
        guard outputs.count == identifiers.count else { throw ClientError(.notFound, "there is no such output") }
        let selection = OutputSelection(outputs.map { ChosenOutput(identifier: $0.identifier, title: $0.title) })
        listing.chosen = selection.title.map { .init(identifier: selection.identifier ?? "", title: $0) }
        listing.together = identifiers
        for index in listing.outputs.indices {
            listing.outputs[index].isCurrent = identifiers.contains(listing.outputs[index].identifier)
        }
        change { [listing] in $0.outputs = listing }
    }

    func rooms() async throws(ClientError) -> [Room] { try note("rooms").rooms }

    func setRoom(_ identifier: String, _ change: RoomChange) async throws(ClientError) {
        var rooms = try note("room \(identifier)").rooms
        guard let index = rooms.firstIndex(where: { $0.identifier == identifier }) else {
            throw ClientError(.notFound, "there is no such room")
        }
        rooms[index].volume = change.volume ?? rooms[index].volume
        rooms[index].isMuted = change.isMuted ?? rooms[index].isMuted
        rooms[index].isPlaying = change.isPlaying ?? rooms[index].isPlaying
        self.change { [rooms] in $0.rooms = rooms }
    }

    func groupRooms(_ identifiers: [String]) async throws(ClientError) {
        var rooms = try note("group \(identifiers.joined(separator: " "))").rooms
        guard !identifiers.isEmpty else { throw ClientError(.refused, "a group has rooms") }
        for identifier in identifiers {
            guard let index = rooms.firstIndex(where: { $0.identifier == identifier }) else {
                throw ClientError(.notFound, "there is no such room")
            }
            rooms[index].group = identifiers[0]
        }
        change { [rooms] in $0.rooms = rooms }
    }
}

// MARK: Pages in browsers, which no command uses

extension FakeService {
    func followBrowser(_ page: BrowserPage) async throws(ClientError) -> BrowserWish {
        guard page.identifier.hasPrefix("browser:") else { throw ClientError(.refused, "that is no page") }
        let known = current.browserPages[page.identifier]
        let holder = page.isTaking ? page.page : known ?? page.page
        let isLast = page.isLeaving && holder == page.page
        change { $0.browserPages[page.identifier] = isLast ? nil : holder }
        var wish = BrowserWish()
        wish.isReplaced = holder != page.page
        return wish
    }

    func browserMedium(_ part: BrowserPart) async throws(ClientError) -> MediaPiece {
        throw ClientError(.notFound, "no page plays here")
    }

    func browserUpdates() -> AsyncStream<BrowserUpdate> { Self.stream([]) }
}
