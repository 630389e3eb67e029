// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device that the user has chosen, whether or not it is there.
package struct ChosenOutput: Sendable, Equatable {
    package var identifier: String
    package var title: String

    package init(identifier: String, title: String) { (self.identifier, self.title) = (identifier, title) }
}

/// The user's choice of an output.
package enum OutputSelection: Sendable, Equatable {
    /// The most devices that play together.
    package static let limit = 8

    /// The default output of the sound server.
    case followDefault
    /// One device, whenever it is there; else the default.
    case device(identifier: String, title: String)
    /// The same sound on several devices, as many of them as are there; without any of them the default.
    case together([ChosenOutput])

    /// One of the two, or the default for none.
    package init(_ outputs: [ChosenOutput]) {
        switch outputs.count {
        case 0: self = .followDefault
        case 1: self = .device(identifier: outputs[0].identifier, title: outputs[0].title)
        default: self = .together(outputs)
        }
    }

    /// The devices that are chosen.
    package var outputs: [ChosenOutput] {
        switch self {
        case .followDefault: []
        case .device(let identifier, let title): [ChosenOutput(identifier: identifier, title: title)]
        case .together(let outputs): outputs
        }
    }

    /// The identifier of the output that is chosen; of several, that of them together.
    package var identifier: String? {
        switch self {
        case .followDefault: nil
        case .device(let identifier, _): identifier
        case .together(let outputs): Self.identifier(together: outputs.map(\.identifier))
        }
    }

    /// The name for people, such as `Speakers and Pods`.
    package var title: String? {
        switch self {
        case .followDefault: nil
        case .device(_, let title): title
        case .together(let outputs):
            outputs.dropLast().map(\.title).joined(separator: ", ") + " and " + (outputs.last?.title ?? "")
        }
    }

    private static let togetherPrefix = "together:"

    /// The identifier of devices that play together, whatever their order.
    package static func identifier(together identifiers: [String]) -> String {
        togetherPrefix + identifiers.sorted().joined(separator: "|")
    }

    /// The identifiers of the devices that play together under an identifier; `nil` for that of a device.
    package static func members(ofTogether identifier: String) -> [String]? {
        guard identifier.hasPrefix(togetherPrefix) else { return nil }
        return identifier.dropFirst(togetherPrefix.count).split(separator: "|").map(String.init)
    }
}
