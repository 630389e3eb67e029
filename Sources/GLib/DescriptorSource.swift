// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueShims
package import OnCueRuntime

/// Calls a handler on `MediaActor` whenever a descriptor is ready, until ``end()`` is called. Without that it continues
/// for as long as the process lives.
@MediaActor
@safe
package final class DescriptorSource {
    package enum Condition {
        case reading, writing
    }

    fileprivate struct Key: Hashable {
        var descriptor: Int32
        var condition: Condition
    }

    fileprivate static var handlers: [Key: @MediaActor () -> Void] = [:]

    private var source: UnsafeMutablePointer<GSource>?
    private let key: Key

    /// - Parameter descriptor: A descriptor that stays open until the source has ended, and that has at most one source
    ///   at a time for each condition.
    package init(_ descriptor: Int32, _ condition: Condition, _ handler: @escaping @MediaActor () -> Void) {
        key = Key(descriptor: descriptor, condition: condition)
        Self.handlers[key] = handler
        switch condition {
        case .reading: unsafe source = unsafe oncue_descriptor_source_new(descriptor, G_IO_IN, onReadable)
        case .writing: unsafe source = unsafe oncue_descriptor_source_new(descriptor, G_IO_OUT, onWritable)
        }
    }

    /// Ends the source; must be called before the descriptor is closed.
    package func end() {
        guard let ended = unsafe source else { return }
        unsafe source = nil
        unsafe g_source_destroy(ended)
        unsafe g_source_unref(ended)
        Self.handlers[key] = nil
    }
}

/// Called on the media thread while there is something to read.
private func onReadable(_ descriptor: gint, _ condition: GIOCondition, _ data: gpointer?) -> gboolean {
    MediaActor.assumeIsolated {
        DescriptorSource.handlers[DescriptorSource.Key(descriptor: descriptor, condition: .reading)]?()
    }
    return 1
}

/// Called on the media thread while there is room to write.
private func onWritable(_ descriptor: gint, _ condition: GIOCondition, _ data: gpointer?) -> gboolean {
    MediaActor.assumeIsolated {
        DescriptorSource.handlers[DescriptorSource.Key(descriptor: descriptor, condition: .writing)]?()
    }
    return 1
}
