// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A program that provides content.
package struct ProviderRecord: Sendable, Equatable {
    /// Its well-known name on the bus.
    package var busName: String
    package var objectPath: String
    package var name: String
    /// URI of a picture, or the name of an icon; `nil` if none was provided.
    package var icon: String?
    /// The identifier of its branch.
    package var identifier: String
    /// idle, available, unavailable or throttled.
    package var state: String
    /// Calls without an answer and answers that could not be used.
    package var failures: Int
    /// The time limit of a call.
    package var deadline: Duration?
    /// The duration of the last call.
    package var latency: Duration?
    package var lastError: String?
    /// Whether its registration survives a restart of the daemon.
    package var isKept: Bool

    package init(
        busName: String, objectPath: String, name: String, identifier: String, state: String, failures: Int = 0,
        latency: Duration? = nil, lastError: String? = nil, isKept: Bool = false
    ) {
        self.busName = busName
        self.objectPath = objectPath
        self.name = name
        self.identifier = identifier
        self.state = state
        self.failures = failures
        self.latency = latency
        self.lastError = lastError
        self.isKept = isKept
    }

    init(_ wire: WireDictionary) {
        self.init(
            busName: wire.text("busName") ?? "", objectPath: wire.text("objectPath") ?? "/",
            name: wire.text("name") ?? "", identifier: wire.text("identifier") ?? "",
            state: wire.text("state") ?? "", failures: wire.count("failures") ?? 0, latency: wire.duration("latency"),
            lastError: wire.text("error"), isKept: wire.flag("kept") ?? false)
        icon = wire.text("icon")
        deadline = wire.count("deadline").map { .milliseconds($0) }
    }
}

/// How a program that provides content is shown.
package struct ProviderRegistration: Sendable, Equatable {
    /// Its well-known name on the bus.
    package var busName: String
    package var objectPath: String
    /// The name to display until it provides its own.
    package var name: String?
    /// URI of a picture, or the name of an icon, until it provides its own.
    package var icon: String?
    /// The time limit of a call, from 100 ms to 30 s; `nil` for the default of the daemon.
    package var deadline: Duration?

    package init(
        busName: String, objectPath: String, name: String? = nil, icon: String? = nil, deadline: Duration? = nil
    ) {
        self.busName = busName
        self.objectPath = objectPath
        self.name = name
        self.icon = icon
        self.deadline = deadline
    }
}
