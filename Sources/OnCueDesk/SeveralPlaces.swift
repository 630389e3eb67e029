// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery
internal import OnCueSession

/// The places of one request: those that can be read, and the errors of the others.
struct SeveralPlaces {
    /// The most places of one request.
    static let limit = 20_000

    /// The places that can be read, in order.
    let places: [ContentPlace]
    /// The number of each of them in the request, from 0.
    private let numbers: [Int]
    /// The errors of the others.
    private let mistakes: [PlaceFailure]

    /// - Throws: `invalidValue` for no place, for too many, and for places that are too long.
    init(_ texts: [String]) throws(ServiceError) {
        _ = try PlacesOptions<PlayOptions>.first(of: texts)
        guard texts.count <= Self.limit else {
            throw ServiceError(
                .invalidValue,
                "these are \(texts.count) places; one command takes up to \(Self.limit), so give them in parts, "
                    + "as split -l \(Self.limit) --filter 'oncue queue add -' does, or name what they have in common: a folder, a playlist or a query"
            )
        }
        guard texts.allSatisfy({ $0.utf8.count <= TextLimit.longest }) else {
            throw ServiceError(.invalidValue, "a place is longer than \(TextLimit.longest) bytes")
        }
        var places: [ContentPlace] = []
        var numbers: [Int] = []
        var mistakes: [PlaceFailure] = []
        for (number, text) in texts.enumerated() {
            do throws(ContentError) {
                places.append(try ContentPlace(text))
                numbers.append(number)
            } catch {
                mistakes.append(PlaceFailure(number, ServiceError(error)))
            }
        }
        (self.places, self.numbers, self.mistakes) = (places, numbers, mistakes)
    }

    /// Returns every place that was left out, in order.
    ///
    /// - Parameter failures: Those among ``places`` that named nothing.
    func all(_ failures: [(place: Int, error: any Error)]) -> [PlaceFailure] {
        let named = failures.map { PlaceFailure(numbers[$0.place], ServiceError($0.error)) }
        return (mistakes + named).sorted { $0.place < $1.place }
    }
}
