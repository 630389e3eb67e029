// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A small record of something that the user is doing in the program, from which it can be continued.
public struct UserActivity: Sendable, Equatable {
    /// A value of ``userInfo``.
    public enum Value: Sendable, Equatable {
        /// A text.
        case string(String)
        /// A whole number.
        case int(Int64)
        /// A number.
        case double(Double)
        /// Yes or no.
        case bool(Bool)
        /// A list of texts.
        case strings([String])
    }

    /// The identifier within the program, at most 255 bytes.
    public let identifier: String
    /// The type of the activity, in reverse DNS: one of those that the installed file of the program declares.
    public let activityType: String
    /// The title by which the user recognises it, at most 400 bytes.
    public var title: String
    /// The data with which the program continues the activity: at most 32 values with 4096 bytes in total.
    public var userInfo: [String: Value]
    /// The keys of ``userInfo`` that are needed to continue the activity. Only these are kept; if empty, all are.
    public var requiredUserInfoKeys: [String] = []
    /// Additional words by which searches find it.
    public var keywords: [String] = []
    /// A sentence about it.
    public var contentDescription: String?
    /// URI of a picture, or the name of an icon.
    public var thumbnail: String?
    /// The web page that shows the same, for machines without the program.
    public var webpageURL: String?
    /// The place in OnCue's tree of the item that it is about.
    public var contentIdentifier: String?
    /// The identifier with which the program deletes the stored copy; several activities may share one.
    public var persistentIdentifier: String?
    /// The place in the world where it belongs.
    public var location: ContentLocation?
    /// The occasion at which it is suggested regardless of what was learnt, if it is eligible for prediction. It is
    /// written as for `oncue cue add`, for example `weekdays 07:00..09:00 car`. OnCue refuses an activity with an
    /// occasion that it cannot read.
    public var relevantOccasion: String?
    /// The time after which it is no longer useful, in seconds since 1970; `nil` for 30 days after its last change.
    public var expirationTime: Int64?
    /// Whether searches find it.
    public var isEligibleForSearch = false
    /// Whether other machines of the user offer it while it is current.
    public var isEligibleForHandoff = false
    /// Whether it is suggested when the user is likely to want it.
    public var isEligibleForPrediction = false
    /// Whether searches of paired machines find it, too.
    public var isEligibleForPublicIndexing = false

    /// Creates an activity that is not eligible for anything, and therefore stays in this process.
    public init(
        activityType: String, identifier: String, title: String, userInfo: [String: Value] = [:]
    ) {
        (self.activityType, self.identifier, self.title, self.userInfo) = (activityType, identifier, title, userInfo)
    }

    /// Whether any of it may leave the process.
    var isEligible: Bool {
        isEligibleForSearch || isEligibleForHandoff || isEligibleForPrediction || isEligibleForPublicIndexing
    }
}

/// Continues activities, and provides their newest state.
///
/// Calls of a method without isolation may arrive on the thread that serves the bus, so they must not block it.
public protocol UserActivityDelegate: AnyObject, Sendable {
    /// Continues an activity, which may come from an earlier run of the program. The result is due within 5 seconds, or
    /// within the deadline in the installed file.
    ///
    /// - Throws: An error whose description OnCue shows.
    func userActivityCenter(_ center: UserActivityCenter, continue activity: UserActivity) async throws

    /// Returns the newest state of an activity for which ``UserActivityCenter/needsSave(_:)`` was called. Called only
    /// when the state is needed.
    func userActivityCenter(_ center: UserActivityCenter, willSave activity: UserActivity) async -> UserActivity
}

extension UserActivityDelegate {
    /// Returns the activity unchanged.
    public func userActivityCenter(
        _ center: UserActivityCenter, willSave activity: UserActivity
    ) async -> UserActivity { activity }
}
