// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A light record of what the user is doing in the program, from which it can be taken up again.
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
    /// The data with which the program resumes the activity: at most 32 values with 4096 bytes.
    public var userInfo: [String: Value]
    /// The keys of ``userInfo`` without which it cannot be taken up again. Only these are kept; none means all.
    public var requiredUserInfoKeys: [String] = []
    /// Other words by which searches find it.
    public var keywords: [String] = []
    /// A sentence about it.
    public var contentDescription: String?
    /// URI of a picture, or the name of an icon.
    public var thumbnail: String?
    /// The web page that shows the same, for machines without the program.
    public var webpageURL: String?
    /// The place in OnCue's tree of what it is about.
    public var contentIdentifier: String?
    /// The identifier by which the program deletes what is kept of it; several activities may share one.
    public var persistentIdentifier: String?
    /// Where in the world it belongs.
    public var location: ContentLocation?
    /// The occasion at which it is suggested whatever was learnt, if it is eligible for prediction, such as
    /// `weekdays 07:00..09:00 car`; written as for `oncue cue add`. OnCue refuses an activity whose occasion it cannot
    /// read.
    public var relevantOccasion: String?
    /// When it is no longer worth anything, in seconds since 1970; `nil` for 30 days after its last change.
    public var expirationTime: Int64?
    /// Whether searches find it.
    public var isEligibleForSearch = false
    /// Whether other machines of the user offer it while it is current.
    public var isEligibleForHandoff = false
    /// Whether it is suggested when it is likely to be wanted.
    public var isEligibleForPrediction = false
    /// Whether searches of paired machines find it, too.
    public var isEligibleForPublicIndexing = false

    /// Creates an activity that nobody is eligible for, and which therefore stays in this process.
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

/// Takes activities up again, and tells their newest state.
///
/// Calls of a method without isolation may come on the thread that serves the bus, so nothing in them may block it.
public protocol UserActivityDelegate: AnyObject, Sendable {
    /// Takes an activity up again, which may be one that an earlier run of the program has created. The result is due
    /// within 5 seconds, or as the installed file says.
    ///
    /// - Throws: An error whose description OnCue shows.
    func userActivityCenter(_ center: UserActivityCenter, continue activity: UserActivity) async throws

    /// Returns the newest state of an activity for which ``UserActivityCenter/needsSave(_:)`` was called. It is asked for
    /// only when somebody needs it.
    func userActivityCenter(_ center: UserActivityCenter, willSave activity: UserActivity) async -> UserActivity
}

extension UserActivityDelegate {
    /// Returns the activity as it is.
    public func userActivityCenter(
        _ center: UserActivityCenter, willSave activity: UserActivity
    ) async -> UserActivity { activity }
}
