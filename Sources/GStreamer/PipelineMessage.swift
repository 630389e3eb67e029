// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a pipeline tells, decoded to values on arrival.
package enum PipelineMessage: Sendable, Equatable {
    /// All sinks have rendered everything.
    case endOfStream
    case error(PipelineFailure)
    case warning(PipelineFailure)
    /// The pipeline itself, not one of its elements, has reached a state.
    case stateChanged(ElementState)
    /// Data of a new stream has reached the sinks.
    case streamStart
    case durationChanged
    /// The sinks hold data: after opening, and after a seek.
    case asyncDone
    case buffering(percent: Int)
    /// Tags of the stream; only those that live streams announce.
    case tags(title: String?, organization: String?)
    case missingPlugin(MissingPlugin)
    /// The streams of a medium are known.
    case streamCollection(audioStreams: Int)
    /// The streams that will be decoded; none when there is no decoder for any.
    case streamsSelected(count: Int)
    case latencyChanged
    case clockLost
    /// A number that `PipelineBus.post(marker:)` put between the messages.
    case marker(UInt64)
}
