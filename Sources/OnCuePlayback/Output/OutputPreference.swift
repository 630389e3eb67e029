// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An output that may be tried; a list of them is tried in order.
package enum OutputPreference: Sendable, Equatable {
    /// The sound server of the session (PulseAudio, or PipeWire in its place), else the sound card.
    case automatic
    /// Without sound, but time passes as if there were some.
    case silent
    /// The GStreamer sink of this name, such as `alsasink`.
    case named(String)
    /// The PulseAudio server at an address such as `unix:/run/user/1000/pulse/native`.
    case pulse(server: String)
    /// A WAV file that is written in the time in which it would be heard, and grows from run to run.
    case file(String)

    /// Whether it is an element unknown to OnCue, which may make other elements of any plug-in.
    var mayNeedOthers: Bool {
        guard case .named(let factory) = self else { return false }
        return !Self.alone.contains(factory)
    }

    private static let alone: Set = [
        "pulsesink", "pipewiresink", "alsasink", "jackaudiosink", "osssink", "oss4sink", "openalsink", "fakesink",
        "fakeaudiosink", "autoaudiosink",
    ]
}
