// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession

/// The places of one call that takes several: that of its argument and those of its option `also`.
struct SeveralPlaces {
    /// The most places of one call.
    static let limit = 20_000

    /// Those that can be read, in their order.
    let places: [ContentPlace]
    /// The number, from 0, that each of them has in the call.
    private let numbers: [Int]
    /// Why the others cannot be read.
    private let mistakes: [(place: Int, error: any Error)]

    /// - Returns: `nil` for a call with one place.
    /// - Throws: `InvalidValue` for too many places, or too long ones.
    init?(_ first: String, _ options: [String: BusValue]) throws(BusError) {
        guard let others = options["also"]?.stringsValue else { return nil }
        guard others.count < Self.limit, others.allSatisfy({ $0.utf8.count <= BusLimits.longestText }) else {
            throw ControlError.invalidValue(
                "also takes up to \(Self.limit - 1) places of up to \(BusLimits.longestText) bytes each")
        }
        var places: [ContentPlace] = []
        var numbers: [Int] = []
        var mistakes: [(place: Int, error: any Error)] = []
        for (number, text) in ([first] + others).enumerated() {
            do throws(ContentError) {
                places.append(try ContentPlace(text))
                numbers.append(number)
            } catch {
                mistakes.append((number, error))
            }
        }
        (self.places, self.numbers, self.mistakes) = (places, numbers, mistakes)
    }

    /// Why the first place cannot be had that cannot.
    func first(of failures: [(place: Int, error: any Error)]) -> (any Error)? { all(failures).first?.error }

    private func all(_ failures: [(place: Int, error: any Error)]) -> [(place: Int, error: any Error)] {
        (mistakes + failures.map { (numbers[$0.place], $0.error) }).sorted { $0.place < $1.place }
    }

    /// What cannot be had, as `failures` of the answer: number of the place, name and text of the error.
    func busValue(of failures: [(place: Int, error: any Error)]) -> BusValue {
        .array(
            all(failures).map { failure in
                let error = ControlError.make(failure.error)
                let number = UInt32(clamping: failure.place)
                return .structure([.uint32(number), .string(error.name), .string(error.message)])
            }, of: "(uss)")
    }
}

extension ContentNaming {
    /// What the bus calls it; `nil` for what is there.
    var word: String? {
        switch self {
        case .place: nil
        case .words: "words"
        case .query: "query"
        }
    }
}
