// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A room that plays what a server gives it, in step with others.
package struct Room: Sendable, Equatable {
    /// The most rooms that are told of.
    package static let limit = 200

    /// The same each time the room is there.
    package var identifier: String
    /// The display name of the room.
    package var title: String
    /// The server can reach it.
    package var isConnected: Bool
    /// It plays what OnCue sends there, whenever that output is in use.
    package var isPlaying: Bool
    /// 0 to 1.
    package var volume: Double
    /// It is silent, by itself or with its group.
    package var isMuted: Bool
    /// Rooms of the same group play the same.
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
    /// 0 to 1.
    package var volume: Double?
    package var isMuted: Bool?
    /// Whether the group of the room plays what OnCue sends.
    package var isPlaying: Bool?

    package init(volume: Double? = nil, isMuted: Bool? = nil, isPlaying: Bool? = nil) {
        self.volume = volume
        self.isMuted = isMuted
        self.isPlaying = isPlaying
    }
}

/// Why something could not be changed in a room.
package struct RoomError: Error, Sendable, Equatable {
    package enum Code: Sendable {
        /// There is no such room.
        case notFound
        /// The server refused, or cannot do it.
        case refused
    }

    package var code: Code
    /// The message: what failed, on what, why, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
