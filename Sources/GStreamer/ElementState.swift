// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// The stages of an element on the way to running.
package enum ElementState: Sendable, Equatable {
    /// Without resources.
    case null
    /// With its devices and connections, without data.
    case ready
    /// With the first data, waiting.
    case paused
    /// Runs.
    case playing

    init?(_ state: GstState) {
        switch state {
        case GST_STATE_NULL: self = .null
        case GST_STATE_READY: self = .ready
        case GST_STATE_PAUSED: self = .paused
        case GST_STATE_PLAYING: self = .playing
        default: return nil
        }
    }

    var native: GstState {
        switch self {
        case .null: GST_STATE_NULL
        case .ready: GST_STATE_READY
        case .paused: GST_STATE_PAUSED
        case .playing: GST_STATE_PLAYING
        }
    }
}

/// The result of a change of state.
package enum StateChange: Sendable, Equatable {
    case failed
    case done
    /// Continues in the background; a message reports its end.
    case pending
    /// Complete, but a live source gives no data before it runs.
    case live

    init(_ result: GstStateChangeReturn) {
        switch result {
        case GST_STATE_CHANGE_SUCCESS: self = .done
        case GST_STATE_CHANGE_ASYNC: self = .pending
        case GST_STATE_CHANGE_NO_PREROLL: self = .live
        default: self = .failed
        }
    }
}
