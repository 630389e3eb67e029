// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A message of a pipeline, decoded to values on arrival.
package enum PipelineMessage: Sendable, Equatable {
    /// All sinks have rendered everything.
    case endOfStream
    case error(PipelineFailure)
    case warning(PipelineFailure)
    /// The pipeline itself, not one of its elements, has reached a state.
    case stateChanged(ElementState)
    case durationChanged
    /// The sinks hold data: after opening, and after a seek.
    case asyncDone
    case buffering(percent: Int)
    case tags(StreamTags)
    case missingPlugin(MissingPlugin)
    /// A sound server requests silence, or ends the request.
    case stateRequested(ElementState)
    case latencyChanged
    case clockLost
    /// A number that `PipelineBus.post(marker:)` put between the messages.
    case marker(UInt64)
}
