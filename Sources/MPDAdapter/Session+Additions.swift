// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Combines commands of a list that add songs one after the other into one call of the service.
///
/// Each call of the service waits for a bus and for a disk; clients add thousands of songs with a command for each.
extension Session {
    /// One command that adds songs of the library to the end of the queue.
    struct Addition {
        var name: String
        /// The places that it adds; the reply to a command for one song contains its id.
        var places: [String]
        var tellsID: Bool
    }

    /// Returns the commands of a list, from an index on, that add songs of the library to the end; empty if the first
    /// of them does something else, or names something that only the service knows.
    func additions(in list: CommandList, from index: Int) async -> [Addition] {
        guard let first = Self.request(list.lines[index]), isAddition(first),
            let library = try? await mirror.songs()
        else { return [] }
        var (found, count) = ([Addition](), 0)
        for line in list.lines[index...] {
            guard let request = Self.request(line), isAddition(request),
                let addition = Self.addition(request, in: library.tree), count + addition.places.count <= Self.batch
            else { break }
            count += addition.places.count
            found.append(addition)
            // The list is carried out even if the client has left.
            try? await rest()
        }
        return found
    }

    private static func request(_ line: [UInt8]) -> RequestLine? { try? RequestLine(line[...]) }

    private func isAddition(_ request: RequestLine) -> Bool {
        guard ["add", "addid"].contains(request.command), request.arguments.count == 1 else { return false }
        return permissions.contains(.add)
    }

    private static func addition(_ request: RequestLine, in tree: SongTree) -> Addition? {
        let uri = request.arguments[0]
        // Addresses and absolute paths are not in the tree.
        guard !uri.hasPrefix("/"), !uri.contains("://") else { return nil }
        let path = Self.path(uri)
        if let song = tree.song(at: path) {
            return Addition(name: request.command, places: [song.identifier], tellsID: request.command == "addid")
        }
        guard request.command == "add", !path.isEmpty, let range = tree.range(at: path), !range.isEmpty else {
            return nil
        }
        return Addition(name: request.command, places: tree.songs[range].map(\.identifier), tellsID: false)
    }

    private func enqueue(_ places: [String]) async throws(ServiceError) -> PlayedContent {
        mirror.noteCommand()
        defer { mirror.noteCommand() }
        let added = try await service.enqueue(places, EnqueueOptions())
        mirror.noteAnswer()
        return added
    }

    /// Carries out additions with one call of the service.
    ///
    /// - Returns: Whether all of them were carried out.
    func carryOut(_ additions: [Addition], at index: Int, tellsEach: Bool) async -> Bool {
        do throws(ServiceError) {
            let added = try await enqueue(additions.flatMap(\.places))
            // The entries are in the queue, even if ordering them fails.
            try? await orderByPriority()
            let failures = Dictionary((added.failures ?? []).map { ($0.place, $0.error) }) { first, _ in first }
            // Places for which the queue has no room are not counted.
            let known = added.count + failures.count
            var (place, entry) = (0, added.firstEntry?.number ?? 0)
            for (offset, addition) in additions.enumerated() {
                guard place < known else {
                    let refusal = CommandRefusal(.queueFull, "the queue is full; remove some songs first")
                    await refuse(refusal, index + offset, addition.name)
                    return false
                }
                let wrong = (place..<place + addition.places.count).filter { failures[$0] != nil }
                place += addition.places.count
                if wrong.count == addition.places.count, let error = wrong.first.flatMap({ failures[$0] }) {
                    await refuse(CommandRefusal(error), index + offset, addition.name)
                    return false
                }
                if addition.tellsID { reply.add("Id", Int(truncatingIfNeeded: entry)) }
                entry += UInt64(addition.places.count - wrong.count)
                if tellsEach { reply.addLine("list_OK\n") }
                try? await flush()
            }
            return true
        } catch {
            await refuse(CommandRefusal(error), index, additions[0].name)
            return false
        }
    }
}
