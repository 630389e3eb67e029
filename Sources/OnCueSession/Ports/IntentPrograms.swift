// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueIntents
package import OnCueInterface
package import OnCueRuntime

/// Programs that do what is asked for.
@MediaActor
package protocol IntentPrograms: AnyObject {
    /// Returns the intents that they declare, by the names of the programs.
    func intents() async -> [IntentRecord]

    /// Has a program understand, confirm and do it.
    ///
    /// - Parameter values: Checked; none that is required is missing.
    /// - Returns: Within the time that a caller on the bus waits. What goes wrong is a failure with a sentence.
    func perform(
        _ definition: IntentDefinition, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async -> IntentOutcome
}
