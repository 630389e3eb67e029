// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface

/// Checks the bus and the daemon on it.
enum DaemonChecks {
    /// - Parameter failure: The reason why the bus does not answer; `nil` if it does.
    static func bus(_ location: BusLocation, failure: String?, isFolderSafe: Bool = true) -> HealthCheck {
        switch (location, failure) {
        case (.session(let address), nil): HealthCheck("bus", .ok, "the session bus at \(address)")
        case (.session(let address), let failure?):
            HealthCheck(
                "bus", .failed, "the session bus at \(address) does not answer: \(failure)",
                advice: "log in again, or unset DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR to use a private bus")
        case (.own(let path), _) where !isFolderSafe:
            HealthCheck(
                "bus", .failed, "there is no session bus, and other users can write to the folder of \(path)",
                advice: "set XDG_RUNTIME_DIR to a folder of your own")
        case (.own(let path), nil):
            HealthCheck("bus", .ok, "there is no session bus; oncued uses a private one at \(path)")
        case (.own(let path), _?):
            HealthCheck("bus", .ok, "there is no session bus; oncued starts a private one at \(path)")
        }
    }

    /// - Parameters:
    ///   - wasStarted: Whether it was not running before this check.
    ///   - own: The version of this program.
    static func daemon(
        _ identity: ServiceIdentity, wasStarted: Bool, own: String = ServiceVersion.current
    ) -> HealthCheck {
        let process = identity.processIdentifier.map { ", process \($0)" } ?? ""
        let detail = "oncued \(identity.version)\(process)" + (wasStarted ? ", started for this check" : "")
        guard identity.version == own else {
            return HealthCheck(
                "daemon", .warning, detail + "; this is oncue \(own)",
                advice: "oncue quit; the next command starts the installed version")
        }
        return HealthCheck("daemon", .ok, detail)
    }

    /// - Parameter reason: The reason why it cannot be reached, with the last line of its log if there is one.
    static func noDaemon(_ reason: String) -> HealthCheck {
        HealthCheck(
            "daemon", .failed, reason,
            advice: "fix the problems listed below, or start oncued in a terminal to see its messages")
    }

    /// - Parameter process: The process that owns the daemon's name on the bus.
    static func silentDaemon(_ process: Int?, within limit: Duration) -> HealthCheck {
        HealthCheck(
            "daemon", .failed,
            "oncued\(process.map { ", process \($0)," } ?? "") did not answer within \(limit.components.seconds) s",
            advice:
                "kill it: kill -9 \(process.map(String.init) ?? "$(pgrep -x oncued)"); the next command starts it again"
        )
    }

    /// - Parameter reason: The reason why its state is not available.
    static func noHealth(_ reason: String) -> HealthCheck {
        HealthCheck(
            "daemon.health", .failed, "oncued cannot report its state: \(reason)",
            advice: "oncue quit; the next command starts it again")
    }
}
