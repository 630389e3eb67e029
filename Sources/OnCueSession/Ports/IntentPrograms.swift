// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueIntents
package import OnCueInterface
package import OnCueRuntime

/// Programs that carry out intents.
@MediaActor
package protocol IntentPrograms: AnyObject {
    /// Returns the intents that they declare, by the names of the programs.
    func intents() async -> [IntentRecord]

    /// Makes a program resolve, confirm and handle an intent.
    ///
    /// - Parameter values: The checked values; none that is required is missing.
    /// - Returns: The outcome, within the time that a caller on the bus waits. An error is a failure with a sentence.
    func perform(
        _ definition: IntentDefinition, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async -> IntentOutcome
}
