// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of the learnt data.
package enum ForgottenPart: Sendable, Equatable {
    /// The data of the item at a place of the content tree.
    case item(String)
    /// The data learnt with the device of this name.
    case device(String)
    /// The data learnt at the place of this name.
    case place(String)
    case all

    /// - Parameters: In the form of ``words``.
    /// - Throws: `invalidValue` for an unknown kind of part.
    init(_ what: String, _ name: String) throws(ServiceError) {
        switch what {
        case "item": self = .item(name)
        case "device": self = .device(name)
        case "place": self = .place(name)
        case "all": self = .all
        default:
            throw ServiceError(
                .invalidValue,
                "\"\(what.prefix(40))\" cannot be forgotten; expected item, device, place or all")
        }
    }

    /// The kind of part and its name, in the form of the bus.
    package var words: (what: String, name: String) {
        switch self {
        case .item(let place): ("item", place)
        case .device(let name): ("device", name)
        case .place(let name): ("place", name)
        case .all: ("all", "")
        }
    }
}
