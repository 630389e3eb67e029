// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Service1`: the daemon itself.
@MediaActor
package final class ServiceInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.service
    /// Whether the user's screen is locked.
    package var isLocked = false

    /// The problems in the configuration file.
    package var problems: [ConfigurationProblem] = []

    private let processIdentifier: UInt32
    private let health: HealthCenter
    private let quit: @MediaActor () -> Void

    package init(processIdentifier: UInt32, health: HealthCenter, quit: @escaping @MediaActor () -> Void) {
        self.processIdentifier = processIdentifier
        self.health = health
        self.quit = quit
    }

    package func properties() -> [String: BusValue] {
        [
            "Version": .string(ServiceVersion.current), "ProcessIdentifier": .uint32(processIdentifier),
            "Locked": .bool(isLocked), "ConfigurationProblems": problemsValue,
        ]
    }

    var problemsValue: BusValue {
        .array(
            problems.map { problem in
                .structure([
                    .uint32(UInt32(clamping: problem.line ?? 0)), .string(problem.message), .bool(problem.isFatal),
                ])
            }, of: "(usb)")
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        guard call.member == "Quit" else {
            return reply.answer { [health] in [.array(await health.checks().map(\.busValue), of: "a{sv}")] }
        }
        reply.succeed()
        quit()
    }
}

extension HealthCheck {
    fileprivate var busValue: BusValue {
        var values = BusDictionary()
        values.set("name", name)
        values.set("verdict", verdict.rawValue)
        values.set("detail", detail)
        values.set("advice", advice)
        return .dictionary(values.values.bounded)
    }
}
