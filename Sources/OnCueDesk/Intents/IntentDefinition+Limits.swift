// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCuePhrases

extension IntentDefinition {
    /// Returns a sentence about the limit that a spoken or typed value breaks: `The rate can be from 0.5 to 3, not 4`.
    ///
    /// - Returns: `nil` if none is out of its bounds.
    func limit(brokenBy values: [String: ParameterValue]) -> String? {
        for parameter in parameters {
            guard let bounds = parameter.bounds, let number = values[parameter.name]?.number, !bounds.contains(number)
            else { continue }
            let shown = { (number: Double) in
                parameter.kind == .duration ? SpanText.words(.seconds(number)) : SpanText.decimal(number)
            }
            return "The \(parameter.title.lowercased()) can be from \(shown(bounds.lowerBound)) to "
                + "\(shown(bounds.upperBound)), not \(shown(number))"
        }
        return nil
    }
}
