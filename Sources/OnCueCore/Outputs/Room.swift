// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A room that plays the sound from a server, in step with others.
package struct Room: Sendable, Equatable {
    /// The maximum number of rooms that are reported.
    package static let limit = 200

    /// The identifier, which is the same each time the room is present.
    package var identifier: String
    /// The display name of the room.
    package var title: String
    /// Whether the server can reach it.
    package var isConnected: Bool
    /// Whether it plays the sound from OnCue, whenever that output is in use.
    package var isPlaying: Bool
    /// The volume, 0 to 1.
    package var volume: Double
    /// Whether it is muted, by itself or with its group.
    package var isMuted: Bool
    /// The identifier of its group; rooms of the same group play the same sound.
    package var group: String
    /// The name of the group; empty if it has none.
    package var groupTitle: String
    /// The identifier of the output to which the room belongs.
    package var output: String

    package init(
        identifier: String, title: String, isConnected: Bool = true, isPlaying: Bool = false, volume: Double = 1,
        isMuted: Bool = false, group: String = "", groupTitle: String = "", output: String = ""
    ) {
        self.identifier = identifier
        self.title = title
        self.isConnected = isConnected
        self.isPlaying = isPlaying
        self.volume = volume
        self.isMuted = isMuted
        self.group = group
        self.groupTitle = groupTitle
        self.output = output
    }
}

/// A change to a room; `nil` leaves a property as it is.
package struct RoomChange: Sendable, Equatable {
    /// The volume, 0 to 1.
    package var volume: Double?
    package var isMuted: Bool?
    /// Whether the group of the room plays the sound from OnCue.
    package var isPlaying: Bool?

    package init(volume: Double? = nil, isMuted: Bool? = nil, isPlaying: Bool? = nil) {
        self.volume = volume
        self.isMuted = isMuted
        self.isPlaying = isPlaying
    }
}

/// The reason why something could not be changed in a room.
package struct RoomError: Error, Sendable, Equatable {
    package enum Code: Sendable {
        /// The room does not exist.
        case notFound
        /// The server refused, or does not support it.
        case refused
    }

    package var code: Code
    /// A description of the failure: the operation, its object, the reason, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
