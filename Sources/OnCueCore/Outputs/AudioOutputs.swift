// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The outputs available at one moment.
package struct AudioOutputs: Sendable, Equatable {
    /// Whether a sound server answers; if not, the list is empty.
    package var isServerThere: Bool
    package var outputs: [AudioOutputDescription]
    /// The identifier of the output that this process plays to; `nil` while it does not play.
    package var inUse: String?
    /// The rooms of the outputs that have rooms, at most ``Room/limit``.
    package var rooms: [Room] = []

    package init(isServerThere: Bool = false, outputs: [AudioOutputDescription] = [], inUse: String? = nil) {
        self.isServerThere = isServerThere
        self.outputs = outputs
        self.inUse = inUse
    }

    package var defaultOutput: AudioOutputDescription? { outputs.first(where: \.isDefault) }

    package func output(_ identifier: String) -> AudioOutputDescription? {
        outputs.first { $0.identifier == identifier }
    }
}
