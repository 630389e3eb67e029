// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The audio outputs: `org.oncue.Outputs1`.
package protocol OutputService {
    /// `ContentError` in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the outputs and the selected one.
    func outputs() async throws(Failure) -> OutputListing

    /// Sends the sound to the output with this identifier; without one, follows the default of the sound server.
    ///
    /// - Throws: `notFound`; `refused` if the daemon was started with fixed outputs.
    func setOutput(_ identifier: String?) async throws(Failure)

    /// Plays the same sound on the outputs with these identifiers; for one or none, the same as ``setOutput(_:)``.
    ///
    /// - Throws: `notFound`; `refused` also for too many, and if the sound server cannot do so.
    func setOutputs(_ identifiers: [String]) async throws(Failure)

    /// Returns the rooms among the outputs, which are in step with each other.
    func rooms() async throws(Failure) -> [Room]

    /// Changes a room.
    ///
    /// - Throws: `notFound`; `refused` if its server does not support that.
    func setRoom(_ identifier: String, _ change: RoomChange) async throws(Failure)

    /// Makes these rooms a group that plays the same; a single room leaves its group.
    ///
    /// - Throws: `notFound`; `refused` if their server does not support that, or they belong to several servers.
    func groupRooms(_ identifiers: [String]) async throws(Failure)

    /// Returns an update whenever outputs or rooms have changed, until the reader stops, beginning with
    /// ``OutputUpdate/changed``.
    func outputUpdates() async -> AsyncStream<OutputUpdate>
}

/// The audio outputs, and the selected one.
package struct OutputListing: Sendable, Equatable {
    /// The most outputs of a listing.
    package static let limit = 200

    /// A device that sound can go to.
    package struct Output: Sendable, Equatable {
        /// The same each time the device is connected.
        package var identifier: String
        package var title: String
        /// `speakers`, `headphones`, …; a later version may have others.
        package var kind: String
        /// False if nothing is plugged in.
        package var isAvailable: Bool
        /// Whether it is the default of the sound server.
        package var isDefault: Bool
        /// Whether sound goes to it, or would.
        package var isCurrent: Bool

        package init(
            identifier: String, title: String, kind: String, isAvailable: Bool = true, isDefault: Bool = false,
            isCurrent: Bool = false
        ) {
            self.identifier = identifier
            self.title = title
            self.kind = kind
            self.isAvailable = isAvailable
            self.isDefault = isDefault
            self.isCurrent = isCurrent
        }
    }

    /// The output that the user has selected.
    package struct Choice: Sendable, Equatable {
        package var identifier: String
        package var title: String

        package init(identifier: String, title: String) {
            self.identifier = identifier
            self.title = title
        }
    }

    package var outputs: [Output]
    /// The selected device, connected or not; `nil` if the default of the sound server is followed.
    package var chosen: Choice?
    /// The identifiers of the devices that play together, if several are selected; `chosen` then represents all of
    /// them.
    package var together: [String] = []
    /// Whether a sound server answers.
    package var isServerThere: Bool
    /// The outputs with which the daemon was started, if they are not those of the sound server.
    package var fixed: String?

    /// Returns whether an output is selected, on its own or with others.
    package func isChosen(_ output: Output) -> Bool {
        output.identifier == chosen?.identifier || together.contains(output.identifier)
    }

    package init(outputs: [Output] = [], chosen: Choice? = nil, isServerThere: Bool = true, fixed: String? = nil) {
        self.outputs = outputs
        self.chosen = chosen
        self.isServerThere = isServerThere
        self.fixed = fixed
    }
}

// MARK: On the bus

package enum OutputMethods {
    package static let list = Method<Nothing, OutputListing>(ServiceNames.outputs, "GetOutputs", isRepeatable: true)
    package static let select = Method<Only<String>, Nothing>(ServiceNames.outputs, "SetOutput", isRepeatable: true)
    package static let selectSeveral = Method<Only<[String]>, Nothing>(
        ServiceNames.outputs, "SetOutputs", isRepeatable: true)
    package static let rooms = Method<Nothing, Only<[Room]>>(ServiceNames.outputs, "GetRooms", isRepeatable: true)
    package static let setRoom = Method<Pair<String, Strict<RoomChange>>, Nothing>(
        ServiceNames.outputs, "SetRoom", isRepeatable: true)
    package static let groupRooms = Method<Only<[String]>, Nothing>(
        ServiceNames.outputs, "GroupRooms", isRepeatable: true)
    package static let changed = Event<Nothing>(ServiceNames.outputs, "OutputsChanged")

    package static func bindings<Service: OutputService>() -> [Binding<Service>] {
        [
            Binding(list) { service, _ in try await service.outputs() },
            Binding(select) { try await $0.setOutput($1.value.isEmpty ? nil : $1.value) },
            Binding(selectSeveral) { try await $0.setOutputs($1.value) },
            Binding(rooms) { service, _ in Only(try await service.rooms()) },
            Binding(setRoom) { try await $0.setRoom($1.first, try $1.second.understood()) },
            Binding(groupRooms) { try await $0.groupRooms($1.value) },
        ]
    }
}

extension OutputListing: WireForm {
    package static var blank: OutputListing { OutputListing(isServerThere: false) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var state = OutputState(
            isServerThere: isServerThere, chosen: chosen?.identifier, chosenTitle: chosen?.title, fixed: fixed,
            together: together)
        fields("state", &state)
        fields("outputs", &outputs)
        (isServerThere, fixed, together) = (state.isServerThere, state.fixed, state.together)
        chosen = state.chosen.map { Choice(identifier: $0, title: state.chosenTitle ?? $0) }
    }
}

/// The first member of the reply to `GetOutputs`.
package struct OutputState: DictionaryForm {
    fileprivate var isServerThere = false
    fileprivate var chosen: String?
    fileprivate var chosenTitle: String?
    fileprivate var fixed: String?
    fileprivate var together: [String] = []

    package static var blank: OutputState { OutputState() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("server", &isServerThere)
        fields("chosen", &chosen)
        fields("chosenTitle", &chosenTitle)
        fields("fixed", &fixed)
        fields("together", &together, .ifSet)
    }
}

extension OutputListing.Output: DictionaryForm {
    package static var blank: OutputListing.Output { OutputListing.Output(identifier: "", title: "", kind: "other") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title)
        fields("kind", &kind)
        fields("current", &isCurrent)
        fields("default", &isDefault)
        fields("available", &isAvailable)
    }
}
