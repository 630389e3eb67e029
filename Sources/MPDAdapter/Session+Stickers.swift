// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Stickers: the listening record of songs, under the names that clients use.
extension Session {
    private enum Sticker: String, CaseIterable {
        /// 0 to 10.
        case rating
        /// 0 is disliked, 2 a favourite, 1 neither.
        case like
        case playCount
        case skipCount
        /// In seconds since 1970.
        case lastPlayed

        init(_ name: String) throws(CommandRefusal) {
            guard let sticker = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
                throw CommandRefusal(.notThere, "no such sticker")
            }
            self = sticker
        }

        func value(in record: ListeningRecord) -> Int64? {
            switch self {
            case .rating: record.stars.map { Int64($0.halves) }
            case .like: record.isFavourite ? 2 : record.isDisliked ? 0 : nil
            case .playCount: record.playCount > 0 ? Int64(record.playCount) : nil
            case .skipCount: record.skipCount > 0 ? Int64(record.skipCount) : nil
            case .lastPlayed: record.lastPlayed
            }
        }
    }

    func sticker(_ words: [String]) async throws {
        guard words[1] == "song" else { throw CommandRefusal(.argument, "unknown sticker domain") }
        switch (words[0], words.count) {
        case ("get", 4): try await getSticker(words[2], words[3])
        case ("list", 3): try await listStickers(words[2])
        case ("set", 5): try await setSticker(words[2], words[3], words[4])
        case ("delete", 3...4): try await deleteSticker(words[2], words.count == 4 ? words[3] : nil)
        case ("find", 4), ("find", 6): try await findStickers(words[2], words[3], Array(words.dropFirst(4)))
        default: throw CommandRefusal(.argument, "bad request")
        }
    }

    private func record(_ uri: String) async throws -> (song: Song, record: ListeningRecord) {
        let song = try await song(at: uri)
        return (song, try await service.listeningRecord(of: song.identifier).record)
    }

    private func getSticker(_ uri: String, _ name: String) async throws {
        let record = try await record(uri).record
        guard let value = try Sticker(name).value(in: record) else {
            throw CommandRefusal(.notThere, "no such sticker")
        }
        reply.add("sticker", "\(name)=\(value)")
    }

    private func listStickers(_ uri: String) async throws {
        let record = try await record(uri).record
        for sticker in Sticker.allCases {
            if let value = sticker.value(in: record) { reply.add("sticker", "\(sticker.rawValue)=\(value)") }
        }
    }

    private func setSticker(_ uri: String, _ name: String, _ value: String) async throws {
        let song = try await song(at: uri)
        guard let sticker = try? Sticker(name) else {
            throw CommandRefusal(.permission, "OnCue keeps the stickers rating and like, and counts plays itself")
        }
        switch sticker {
        case .rating:
            let halves = try ArgumentNumber.integer(value, in: 0...Stars.most)
            try await service.setStars(song.identifier, Stars(halves: halves))
        case .like:
            switch try ArgumentNumber.integer(value, in: 0...2) {
            case 0: try await service.setDisliked(song.identifier, true)
            case 2: try await service.setFavourite(song.identifier, true)
            default: try await clearLike(song, try await service.listeningRecord(of: song.identifier).record)
            }
        case .playCount, .skipCount, .lastPlayed:
            throw CommandRefusal(.permission, "OnCue counts plays itself")
        }
    }

    /// Clears either mark, but only if it is set: each change notifies waiting clients.
    private func clearLike(_ song: Song, _ record: ListeningRecord) async throws {
        if record.isFavourite { try await service.setFavourite(song.identifier, false) }
        if record.isDisliked { try await service.setDisliked(song.identifier, false) }
    }

    private func deleteSticker(_ uri: String, _ name: String?) async throws {
        let (song, record) = try await record(uri)
        let wanted = try name.map { [try Sticker($0)] } ?? [.rating, .like]
        guard wanted.contains(where: { $0.value(in: record) != nil }) else {
            throw CommandRefusal(.notThere, "no such sticker")
        }
        for sticker in wanted where sticker.value(in: record) != nil {
            switch sticker {
            case .rating: try await service.setStars(song.identifier, nil)
            case .like: try await clearLike(song, record)
            case .playCount, .skipCount, .lastPlayed: throw CommandRefusal(.permission, "OnCue counts plays itself")
            }
        }
    }

    private func findStickers(_ path: String, _ name: String, _ test: [String]) async throws {
        let sticker = try? Sticker(name)
        let tree = try await mirror.songs().tree
        guard let range = tree.range(at: Self.path(path)) else {
            throw CommandRefusal(.notThere, "No such directory")
        }
        guard let sticker else { return }
        let isWanted: (Int64) -> Bool
        if test.isEmpty {
            isWanted = { _ in true }
        } else {
            let number = Int64(try ArgumentNumber.integer(test[1]))
            switch test[0] {
            case "=": isWanted = { $0 == number }
            case "<": isWanted = { $0 < number }
            case ">": isWanted = { $0 > number }
            default: throw CommandRefusal(.argument, "bad operator")
            }
        }
        for start in stride(from: range.lowerBound, to: range.upperBound, by: PageLimit.largest) {
            let songs = tree.songs[start..<min(range.upperBound, start + PageLimit.largest)]
            let records = try await service.listeningRecords(of: songs.map(\.identifier))
            let values = Dictionary(
                records.map { ($0.identifier.description, sticker.value(in: $0.record)) }
            ) { first, _ in first }
            for song in songs {
                guard let value = values[song.identifier] ?? nil, isWanted(value) else { continue }
                reply.add("file", song.uri)
                reply.add("sticker", "\(name)=\(value)")
            }
            try await flush()
        }
    }
}
