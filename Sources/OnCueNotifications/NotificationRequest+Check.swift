// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities

extension NotificationRequest {
    /// Checks all values.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Throws: `invalid`, with the key and its limit.
    package func check(at now: Int64) throws(NotificationRefusal) {
        try Self.check("identifier", name.identifier, NotificationLimits.identifierBytes)
        try content.check(at: now)
        try trigger?.check()
    }

    /// - Throws: `invalid` for a text that is empty, too long or has control characters.
    static func check(_ key: String, _ text: String, _ limit: Int) throws(NotificationRefusal) {
        guard !text.isEmpty else { throw .invalid("\(key) must not be empty") }
        try checkOptional(key, text, limit)
    }

    static func checkOptional(_ key: String, _ text: String, _ limit: Int) throws(NotificationRefusal) {
        guard text.utf8.count <= limit else {
            throw .invalid("\(key) may have at most \(limit) bytes, not \(text.utf8.count)")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }) else {
            throw .invalid("\(key) must not have control characters")
        }
    }
}

extension NotificationContent {
    func check(at now: Int64) throws(NotificationRefusal) {
        typealias Limits = NotificationLimits
        try NotificationRequest.check("title", title, Limits.titleBytes)
        guard title.contains(where: { !$0.isWhitespace }) else { throw .invalid("title must not be blank") }
        for (key, text, limit) in [
            ("subtitle", subtitle, Limits.titleBytes), ("body", body, Limits.bodyBytes),
            ("category", category, Limits.wordBytes), ("thread", thread, Limits.identifierBytes),
            ("sound", sound ?? "", Limits.addressBytes), ("item", item ?? "", Limits.addressBytes),
        ] {
            try NotificationRequest.checkOptional(key, text, limit)
        }
        guard attachments.count <= Limits.attachments else {
            throw .invalid("attachments may have at most \(Limits.attachments) addresses, not \(attachments.count)")
        }
        for address in attachments {
            try NotificationRequest.check("an address of attachments", address, Limits.addressBytes)
        }
        guard info.values.count <= Limits.infoKeys, info.size <= Limits.infoBytes else {
            throw .invalid(
                "userInfo may have at most \(Limits.infoKeys) keys and \(Limits.infoBytes) bytes, not "
                    + "\(info.values.count) and \(info.size)")
        }
        if let badge, !(0...1_000_000).contains(badge) { throw .invalid("badge must be from 0 to 1000000") }
        if let progress, !(0...100).contains(progress) { throw .invalid("progress must be from 0 to 100") }
        if let expires, expires <= now { throw .invalid("expires must be in the future, in seconds since 1970") }
    }
}

extension NotificationCategory {
    func check() throws(NotificationRefusal) {
        typealias Limits = NotificationLimits
        try NotificationRequest.check("the name of a category", name, Limits.wordBytes)
        try NotificationRequest.checkOptional("summary", summary, Limits.titleBytes)
        guard actions.count <= Limits.actions else {
            throw .invalid("the category \"\(name)\" may have at most \(Limits.actions) actions, not \(actions.count)")
        }
        for action in actions {
            try NotificationRequest.check("the name of an action", action.name, Limits.wordBytes)
            try NotificationRequest.check("the title of an action", action.title, Limits.wordBytes)
            try NotificationRequest.checkOptional("placeholder", action.placeholder, Limits.wordBytes)
            guard NotificationAnswer.Action(name: action.name).isCustom else {
                throw .invalid("an action cannot have the name \"\(action.name)\", which has a meaning of its own")
            }
        }
        guard Set(actions.map(\.name)).count == actions.count else {
            throw .invalid("the category \"\(name)\" has two actions of one name")
        }
    }
}
