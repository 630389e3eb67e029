// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

/// Expects what a mutating call returns; `#expect` itself takes none.
func expect<Value: Equatable>(
    _ found: Value, is wanted: Value, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
) {
    #expect(found == wanted, comment, sourceLocation: location)
}

extension GeographicPosition {
    /// One that is sound.
    static func at(_ latitude: Double, _ longitude: Double, accuracy: Double = 10) -> GeographicPosition {
        guard let position = GeographicPosition(latitude: latitude, longitude: longitude, accuracy: accuracy) else {
            preconditionFailure("\(latitude), \(longitude) is no position")
        }
        return position
    }
}
