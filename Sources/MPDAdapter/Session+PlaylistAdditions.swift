// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Combines commands of a list that add songs to the end of a playlist one after the other into one call of the
/// service, which writes the playlist for each call.
extension Session {
    /// Returns the commands of a list, from an index on, that add songs of the library to the end of one playlist.
    ///
    /// - Returns: The places of each command; empty if there are fewer than two commands.
    func playlistAdditions(in list: CommandList, from index: Int) async -> (name: String, places: [[String]]) {
        guard let name = playlistAddition(list.lines[index])?.name, index + 1 < list.lines.count,
            playlistAddition(list.lines[index + 1])?.name == name, let library = try? await mirror.songs()
        else { return ("", []) }
        var (found, count) = ([[String]](), 0)
        for line in list.lines[index...] {
            guard let addition = playlistAddition(line), addition.name == name,
                let places = Self.places(at: addition.uri, in: library.tree), count + places.count <= Self.batch
            else { break }
            count += places.count
            found.append(places)
            // The list is carried out even if the client has left.
            try? await rest()
        }
        return (name, found.count > 1 ? found : [])
    }

    private func playlistAddition(_ line: [UInt8]) -> (name: String, uri: String)? {
        guard let request = try? RequestLine(line[...]), request.command == "playlistadd",
            request.arguments.count == 2, permissions.contains(.control)
        else { return nil }
        return (request.arguments[0], request.arguments[1])
    }

    /// Returns the places of a song or a folder of the library, or `nil` for anything else.
    private static func places(at uri: String, in tree: SongTree) -> [String]? {
        guard !uri.hasPrefix("/"), !uri.contains("://") else { return nil }
        let path = Self.path(uri)
        if let song = tree.song(at: path) { return [song.identifier] }
        guard !path.isEmpty, let range = tree.range(at: path), !range.isEmpty else { return nil }
        return tree.songs[range].map(\.identifier)
    }

    /// Carries out additions with one call of the service.
    ///
    /// - Returns: Whether they were carried out; if not, nothing was added, and each has to be carried out separately,
    ///   to find the one that is refused.
    /// - Throws: If it is not known whether they were carried out.
    func add(_ places: [[String]], toPlaylist name: String, tellsEach: Bool) async throws(ServiceError) -> Bool {
        do { try await addToPlaylist(name, places.flatMap(\.self), at: nil) } catch let error as ServiceError {
            // There was no answer, so the songs may have been added.
            if [.unavailable, .stopping].contains(error.code) { throw error }
            return false
        } catch { return false }
        hub.note(.storedPlaylist)
        if tellsEach { for _ in places { reply.addLine("list_OK\n") } }
        return true
    }
}
