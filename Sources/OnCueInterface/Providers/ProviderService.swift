// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueCore

/// The programs that provide content: `org.oncue.Providers1`.
package protocol ProviderService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the programs that provide content, by name.
    func providers() async throws(Failure) -> [ProviderRecord]

    /// Shows a program in the content tree, replacing an earlier registration of it.
    ///
    /// - Throws: `invalidPlace` if it has no well-known name, `invalidValue`, `refused` if there are too many.
    func addProvider(_ provider: ProviderRegistration) async throws(Failure)

    /// Removes a program from the content tree.
    ///
    /// - Throws: `notFound`.
    func removeProvider(_ busName: String) async throws(Failure)
}

/// A program that provides content.
package struct ProviderRecord: Sendable, Equatable {
    /// Its well-known name on the bus.
    package var busName: String
    package var objectPath: String
    package var name: String
    /// The URI of a picture, or the name of an icon; `nil` if none was provided.
    package var icon: String?
    /// The identifier of its branch.
    package var identifier: String
    /// idle, available, unavailable or throttled.
    package var state: String
    /// The number of calls without an answer and of answers that could not be used.
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
}

/// The registration of a program that provides content.
package struct ProviderRegistration: Sendable, Equatable {
    /// Its well-known name on the bus.
    package var busName: String
    package var objectPath: String
    /// The name to display until it provides its own.
    package var name: String?
    /// The URI of a picture, or the name of an icon, until it provides its own.
    package var icon: String?
    /// The time limit of a call, from 100 ms to 30 s; `nil` for the default of the daemon.
    package var deadline: Duration?
    /// Whether it survives a restart of the daemon.
    package var isKept: Bool

    package init(
        busName: String, objectPath: String, name: String? = nil, icon: String? = nil, deadline: Duration? = nil,
        isKept: Bool = false
    ) {
        self.busName = busName
        self.objectPath = objectPath
        self.name = name
        self.icon = icon
        self.deadline = deadline
        self.isKept = isKept
    }
}

extension ProviderRegistration {
    /// The error for an invalid object path.
    package var pathError: ServiceError {
        ServiceError(.invalidValue, "\"\(objectPath.prefix(200))\" is not an object path; expected /org/example/Music")
    }
}

// MARK: On the bus

package enum ProviderMethods {
    package static let list = Method<Nothing, Only<[ProviderRecord]>>(
        ServiceNames.providers, "GetProviders", isRepeatable: true)
    package static let register = Method<ProviderRequest, Nothing>(ServiceNames.providers, "Register")
    package static let unregister = Method<Only<String>, Nothing>(ServiceNames.providers, "Unregister")
    package static let changed = Event<Nothing>(ServiceNames.providers, "ProvidersChanged")

    package static func bindings<Service: ProviderService>() -> [Binding<Service>] {
        [
            Binding(list) { service, _ in Only(try await service.providers()) },
            Binding(register) { try await $0.addProvider(try $1.registration()) },
            Binding(unregister) { try await $0.removeProvider($1.value) },
        ]
    }
}

extension ProviderRecord: DictionaryForm {
    package static var blank: ProviderRecord {
        ProviderRecord(busName: "", objectPath: "/", name: "", identifier: "", state: "")
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("busName", &busName)
        fields("objectPath", &objectPath)
        fields("name", &name)
        fields("icon", &icon)
        fields("identifier", &identifier)
        fields("state", &state)
        fields("failures", &failures)
        var milliseconds = deadline.map { Int($0 / .milliseconds(1)) }
        fields("deadline", &milliseconds)
        deadline = milliseconds.map { .milliseconds($0) }
        fields("latency", &latency)
        fields("error", &lastError)
        fields("kept", &isKept, .ifSet)
    }
}

/// The arguments of `Register`.
package struct ProviderRequest: WireForm {
    private var busName: String
    private var path: ObjectPath
    private var options: OptionDictionary

    package init(_ provider: ProviderRegistration) {
        (busName, path) = (provider.busName, ObjectPath(text: provider.objectPath))
        options = OptionDictionary(
            values: FormWriter.dictionary(
                Options(
                    name: provider.name, icon: provider.icon,
                    deadline: provider.deadline.map { Int($0 / .milliseconds(1)) }, isKept: provider.isKept)))
    }

    /// - Throws: `invalidValue` for an option that cannot be read.
    package func registration() throws(ServiceError) -> ProviderRegistration {
        let options = try FormReader.options(Options.self, in: options.values)
        return ProviderRegistration(
            busName: busName, objectPath: path.text, name: options.name, icon: options.icon,
            deadline: options.deadline.map { .milliseconds($0) }, isKept: options.isKept)
    }

    package static var blank: ProviderRequest {
        ProviderRequest(ProviderRegistration(busName: "", objectPath: "/"))
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("busName", &busName)
        fields("objectPath", &path)
        fields("options", &options)
    }

    private struct Options: DictionaryForm {
        var name: String?
        var icon: String?
        /// Milliseconds.
        var deadline: Int?
        var isKept: Bool

        static var blank: Options { Options(isKept: false) }

        mutating func form(_ fields: inout some FieldCoder) {
            fields("name", &name)
            fields("icon", &icon)
            fields("deadline", &deadline)
            fields("keep", &isKept, .ifSet)
        }
    }
}

/// The path of an object.
private struct ObjectPath: WireField, Blank {
    var text: String

    init(text: String) { self.text = text }

    init?(wire: BusValue) {
        guard let text = wire.stringValue else { return nil }
        self.text = text
    }

    static var blank: ObjectPath { ObjectPath(text: "/") }
    static var signature: String { "o" }
    var wire: BusValue { .objectPath(text) }
}
