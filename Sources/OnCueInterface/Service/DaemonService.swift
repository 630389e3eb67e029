// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// The daemon itself: `org.oncue.Service1`.
package protocol DaemonService {
    /// Errors of the service.
    associatedtype Failure: Error

    /// Returns the state of everything that the daemon needs.
    func serviceHealth() async throws(Failure) -> [HealthCheck]

    /// Makes the daemon read its configuration file; returns when the changes are in effect.
    func readConfiguration() async throws(Failure)

    /// Asks the daemon to save everything and end; returns before it has.
    func endService() async throws(Failure)
}

/// The process that provides the service. The properties of the interface are its fields.
package struct ServiceIdentity: Sendable, Equatable {
    package var version: String
    package var processIdentifier: Int?
    /// Whether the user's screen is locked.
    package var isLocked: Bool
    /// The problems in the configuration file.
    package var problems: [ConfigurationProblem]
    /// The time when the previous daemon was last active, in seconds since 1970, if it ended unexpectedly; otherwise 0.
    package var unexpectedEnd: Int64 = 0

    package init(
        version: String, processIdentifier: Int? = nil, isLocked: Bool = false, problems: [ConfigurationProblem] = []
    ) {
        self.version = version
        self.processIdentifier = processIdentifier
        self.isLocked = isLocked
        self.problems = problems
    }
}

// MARK: On the bus

package enum DaemonMethods {
    package static let health = Method<Nothing, Only<[HealthCheck]>>(
        ServiceNames.service, "GetHealth", isRepeatable: true)
    package static let readConfiguration = Method<Nothing, Nothing>(
        ServiceNames.service, "ReadConfiguration", isRepeatable: true)
    package static let quit = Method<Nothing, Nothing>(ServiceNames.service, "Quit")

    package static func bindings<Service: DaemonService>() -> [Binding<Service>] {
        [
            Binding(health) { service, _ in Only(try await service.serviceHealth()) },
            Binding(readConfiguration) { service, _ in try await service.readConfiguration() },
            Binding(quit) { service, _ in try await service.endService() },
        ]
    }
}

extension ServiceIdentity: DictionaryForm {
    package static var blank: ServiceIdentity { ServiceIdentity(version: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("Version", &version, .required)
        fields("ProcessIdentifier", &processIdentifier)
        fields("Locked", &isLocked)
        fields("ConfigurationProblems", &problems)
        fields("UnexpectedEnd", &unexpectedEnd)
    }
}

extension ConfigurationProblem: StructureForm {
    package static var blank: ConfigurationProblem { ConfigurationProblem(line: nil, message: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        var number = line ?? 0
        fields("line", &number)
        line = number > 0 ? number : nil
        fields("message", &message)
        fields("fatal", &isFatal)
    }
}

extension HealthCheck.Verdict: WireField {}

/// A verdict of a later version is read as a warning.
extension HealthCheck: DictionaryForm {
    package static var blank: HealthCheck { HealthCheck("", .warning, "") }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("verdict", &verdict)
        fields("detail", &detail, .ifSet)
        fields("advice", &advice, .ifSet)
    }
}
