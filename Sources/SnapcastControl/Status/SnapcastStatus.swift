// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The state of a Snapcast server: its rooms in their groups, and the streams that these can play.
package struct SnapcastStatus: Sendable, Equatable {
    /// The maximum number of groups, rooms and streams that are read; further ones are left out.
    package static let limit = 200

    /// A program that plays in a room.
    package struct Client: Sendable, Equatable {
        /// The identifier, which is the same for each connection.
        package var identifier: String
        /// The name that the user gave it, or else that of its machine.
        package var title: String
        package var isConnected: Bool
        /// The volume, 0 to 100.
        package var percent: Int
        package var isMuted: Bool
    }

    /// Rooms that play the same; each room is in one group.
    package struct Group: Sendable, Equatable {
        package var identifier: String
        /// The name that the user gave it; empty if there is none.
        package var title: String
        package var isMuted: Bool
        /// The identifier of the stream that it plays.
        package var stream: String
        package var clients: [Client]
    }

    /// Sound that groups can play.
    package struct Stream: Sendable, Equatable {
        package var identifier: String
        /// Whether the server is receiving sound for it.
        package var isPlaying: Bool
        /// The address at which it takes sound; `nil` if it does not take sound over TCP.
        package var inlet: Inlet?
    }

    /// The address at which a stream takes sound from programs that connect.
    package struct Inlet: Sendable, Equatable {
        /// The host at which the server listens.
        package var host: String
        package var port: Int
        package var format: SoundReceiver.Format
    }

    package var version: String
    package var groups: [Group]
    package var streams: [Stream]

    package init(version: String = "", groups: [Group] = [], streams: [Stream] = []) {
        self.version = version
        self.groups = groups
        self.streams = streams
    }

    /// Returns the group of a room.
    package func group(of client: String) -> Group? {
        groups.first { $0.clients.contains { $0.identifier == client } }
    }

    package func client(_ identifier: String) -> Client? {
        groups.lazy.flatMap(\.clients).first { $0.identifier == identifier }
    }
}
