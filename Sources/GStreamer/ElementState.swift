// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// How far an element is from running.
package enum ElementState: Sendable, Equatable {
    /// Holds nothing.
    case null
    /// Holds its devices and connections, no data.
    case ready
    /// Holds the first data and waits.
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

/// What a change of state led to.
package enum StateChange: Sendable, Equatable {
    case failed
    case done
    /// Goes on in the background; a message tells when it is done.
    case pending
    /// Done, and a live source gives no data before it runs.
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
