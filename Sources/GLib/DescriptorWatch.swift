// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueShims
package import OnCueRuntime

/// Descriptors that are watched as long as the process lives.
@MediaActor
package enum DescriptorWatch {
    fileprivate static var handlers: [Int32: @MediaActor () -> Void] = [:]

    /// Calls a handler on `MediaActor` whenever there is something to read, until it is read.
    ///
    /// - Parameter descriptor: Stays open.
    package static func begin(_ descriptor: Int32, _ handler: @escaping @MediaActor () -> Void) {
        handlers[descriptor] = handler
        unsafe oncue_watch_descriptor(descriptor, onReadable)
    }
}

/// Called on the media thread while there is something to read.
private func onReadable(_ descriptor: gint, _ condition: GIOCondition, _ data: gpointer?) -> gboolean {
    MediaActor.assumeIsolated { DescriptorWatch.handlers[descriptor]?() }
    return 1
}
