// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device that the user has chosen, whether or not it is present.
package struct ChosenOutput: Sendable, Equatable {
    package var identifier: String
    package var title: String

    package init(identifier: String, title: String) { (self.identifier, self.title) = (identifier, title) }
}

/// The user's choice of an output.
package enum OutputSelection: Sendable, Equatable {
    /// The maximum number of devices that play together.
    package static let limit = 8

    /// The default output of the sound server.
    case followDefault
    /// One device, whenever it is present; otherwise the default.
    case device(identifier: String, title: String)
    /// The same sound on several devices, on those that are present; the default if none are.
    case together([ChosenOutput])

    /// Creates the selection of one or several devices, or the default if there are none.
    package init(_ outputs: [ChosenOutput]) {
        switch outputs.count {
        case 0: self = .followDefault
        case 1: self = .device(identifier: outputs[0].identifier, title: outputs[0].title)
        default: self = .together(outputs)
        }
    }

    /// The chosen devices.
    package var outputs: [ChosenOutput] {
        switch self {
        case .followDefault: []
        case .device(let identifier, let title): [ChosenOutput(identifier: identifier, title: title)]
        case .together(let outputs): outputs
        }
    }

    /// The identifier of the chosen output; for several devices, the one of them together.
    package var identifier: String? {
        switch self {
        case .followDefault: nil
        case .device(let identifier, _): identifier
        case .together(let outputs): Self.identifier(together: outputs.map(\.identifier))
        }
    }

    /// The display name, such as `Speakers and Pods`.
    package var title: String? {
        switch self {
        case .followDefault: nil
        case .device(_, let title): title
        case .together(let outputs):
            outputs.dropLast().map(\.title).joined(separator: ", ") + " and " + (outputs.last?.title ?? "")
        }
    }

    private static let togetherPrefix = "together:"

    /// Returns the identifier of devices that play together, which does not depend on their order.
    package static func identifier(together identifiers: [String]) -> String {
        togetherPrefix + identifiers.sorted().joined(separator: "|")
    }

    /// Returns the identifiers of the devices that play together under an identifier; `nil` for that of a single
    /// device.
    package static func members(ofTogether identifier: String) -> [String]? {
        guard identifier.hasPrefix(togetherPrefix) else { return nil }
        return identifier.dropFirst(togetherPrefix.count).split(separator: "|").map(String.init)
    }
}
