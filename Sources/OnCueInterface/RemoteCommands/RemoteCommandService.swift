// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import OnCueCore

/// The commands of external controls, and whether they are possible now: `org.oncue.RemoteCommands1`.
package protocol RemoteCommandService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns every command with its state, in a fixed order.
    func remoteCommands() async throws(Failure) -> [RemoteCommandRow]

    /// Performs a command.
    ///
    /// - Throws: The reason why it is not possible.
    func perform(_ command: RemoteCommand) async throws(Failure)
}

// MARK: On the bus

package enum RemoteCommandMethods {
    package static let list = Method<Nothing, Only<[RemoteCommandRow]>>(
        ServiceNames.remoteCommands, "GetCommands", isRepeatable: true)
    package static let perform = Method<RemoteRequest, Nothing>(ServiceNames.remoteCommands, "Perform")
    package static let changed = Event<Only<[RemoteCommandRow]>>(ServiceNames.remoteCommands, "CommandsChanged")

    package static func bindings<Service: RemoteCommandService>() -> [Binding<Service>] {
        [
            Binding(list) { service, _ in Only(try await service.remoteCommands()) },
            Binding(perform) { try await $0.perform(try $1.command()) },
        ]
    }
}

/// A command with its state.
package struct RemoteCommandRow: Sendable, Equatable {
    private var kind: RemoteCommand.Kind
    private var isEnabled = true
    private var errorCode: String?
    private var reason: String?
    private var intervals: [Duration]?
    private var rates: [Double]?
    private var minimum: Double?
    private var maximum: Double?
    private var currentRate: Double?
    private var modes: [String]?
    private var currentMode: String?
    private var isLiked: Bool?
    private var isDisliked: Bool?

    package init(_ kind: RemoteCommand.Kind, _ state: RemoteCommandState) {
        self.kind = kind
        isEnabled = state.isEnabled
        errorCode = state.refusal.map { ServiceError.Code($0.code).rawValue }
        reason = state.refusal?.message
        switch state.options {
        case .none: break
        case .intervals(let intervals): self.intervals = intervals
        case .rates(let rates, let range, let current):
            (self.rates, minimum, maximum, currentRate) = (rates, range.lowerBound, range.upperBound, current)
        case .modes(let modes, let current): (self.modes, currentMode) = (modes, current)
        case .liked(let isLiked): self.isLiked = isLiked
        case .disliked(let isDisliked): self.isDisliked = isDisliked
        }
    }
}

extension RemoteCommand.Kind: WireField {}

/// A command of an unknown kind, from a later version, is not accepted.
extension RemoteCommandRow: DictionaryForm {
    package static var blank: RemoteCommandRow { RemoteCommandRow(.play, RemoteCommandState()) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &kind, .required)
        fields("enabled", &isEnabled)
        fields("errorCode", &errorCode)
        fields("reason", &reason)
        fields("intervals", &intervals)
        fields("rates", &rates)
        fields("minimum", &minimum)
        fields("maximum", &maximum)
        if currentMode == nil { fields("current", &currentRate) }
        fields("modes", &modes)
        if currentRate == nil { fields("current", &currentMode) }
        fields("liked", &isLiked)
        fields("disliked", &isDisliked)
    }
}

/// The arguments of `Perform`.
package struct RemoteRequest: WireForm {
    private var name: String
    private var options: OptionDictionary

    package init(_ command: RemoteCommand) {
        (name, options) = (command.kind.rawValue, OptionDictionary(values: command.options))
    }

    private init() { (name, options) = ("", .blank) }

    /// - Throws: `invalidValue` for an unknown name, and for options that are missing, wrong or not accepted.
    package func command() throws(ServiceError) -> RemoteCommand {
        try RemoteCommand(name: name, options: options.values)
    }

    package static var blank: RemoteRequest { RemoteRequest() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name)
        fields("options", &options)
    }
}

/// Options whose keys depend on something else.
struct OptionDictionary: WireField, Blank {
    var values: [String: BusValue]

    init(values: [String: BusValue]) { self.values = values }

    init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        self.values = values
    }

    static var blank: OptionDictionary { OptionDictionary(values: [:]) }
    static var signature: String { "a{sv}" }
    var wire: BusValue { .dictionary(values) }
}
