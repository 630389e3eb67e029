// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Matches of one kind.
struct RecordGroup: Equatable {
    var kind: String
    var items: [ContentRecord]

    var heading: String {
        switch ContentKind(rawValue: kind) {
        case .artist: ContentSection.artists.title
        case .album: ContentSection.albums.title
        case .track: ContentSection.tracks.title
        case .genre: ContentSection.genres.title
        case .composer: ContentSection.composers.title
        case .folder: ContentSection.folders.title
        case .playlist: RootBranch.playlists.title
        case .podcast: RootBranch.podcasts.title
        case .episode: "Episodes"
        case .station: "Stations"
        case .list: "Lists"
        case .provided: "From other programs"
        case .foreign: "In other programs"
        case .event: "Events"
        default: "Others"
        }
    }
}

extension ContentListing {
    /// The items grouped by kind; the groups are in the order of their best items.
    var groups: [RecordGroup] {
        var groups: [RecordGroup] = []
        for item in items {
            if let index = groups.firstIndex(where: { $0.kind == item.kind }) {
                groups[index].items.append(item)
            } else {
                groups.append(RecordGroup(kind: item.kind, items: [item]))
            }
        }
        return groups
    }

    /// The object of `oncue search --json`.
    var searchJSON: JSONValue {
        guard case .object(let members) = json else { return json }
        let counts = groups.map { group -> JSONValue in ["kind": .string(group.kind), "count": .int(group.items.count)]
        }
        let unanswered = unanswered.map { branch -> JSONValue in
            ["title": .string(branch.title), "message": .string(branch.message)]
        }
        return .object(
            members + [
                JSONValue.Member("groups", .array(counts)), JSONValue.Member("unanswered", .array(unanswered)),
            ])
    }
}
