// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims
package import OnCueRuntime
internal import Synchronization

/// The messages of one pipeline.
///
/// Messages that are not decoded are dropped at their origin, so an element that fails thousands of times does not wake
/// `MediaActor`. Safe from any thread unless a member states otherwise.
/// Unchecked, since the compiler cannot see that GStreamer locks its bus.
@safe
package final class PipelineBus: @unchecked Sendable {
    /// The number of errors that pass before the rest is dropped, until `discardMessages()`.
    private static let errorLimit = 8

    // Invariant: the pointer never changes, is referenced until deinit, and a bus locks inside of every function.
    private let bus: UnsafeMutablePointer<GstBus>
    private let filter: MessageFilter

    /// The bus of a top-level element.
    package init?(of element: Element) {
        guard let bus = unsafe gst_element_get_bus(element.pointer) else { return nil }
        unsafe self.bus = unsafe bus
        filter = unsafe MessageFilter(pipeline: UInt(bitPattern: element.pointer), errorLimit: Self.errorLimit)
        unsafe gst_bus_set_sync_handler(bus, onSyncMessage, CallbackBox.retained(filter), onReleaseCallback)
    }

    deinit {
        unsafe gst_bus_set_sync_handler(bus, nil, nil, nil)
        unsafe gst_object_unref(bus)
    }

    /// Puts a number after the messages that are on the bus now, and before those to come.
    package func post(marker number: UInt64) {
        unsafe oncue_gst_post_marker(bus, guint64(number))
    }

    /// Discards every message that has not been delivered.
    package func discardMessages() {
        unsafe gst_bus_set_flushing(bus, 1)
        unsafe gst_bus_set_flushing(bus, 0)
        filter.reset()
    }

    /// Passes every message to `handler` until the watch is released; only one watch may exist at a time.
    ///
    /// The messages come before everything else that waits for `MediaActor`, since sound may be waiting for them.
    @MediaActor
    package func watch(_ handler: @escaping @MediaActor (PipelineMessage) -> Void) -> PipelineWatch {
        let box = unsafe CallbackBox.retained(MessageHandler(handler))
        unsafe gst_bus_add_watch_full(bus, G_PRIORITY_HIGH, onMessage, box, onReleaseCallback)
        return PipelineWatch(bus: self)
    }

    @MediaActor
    fileprivate func endWatch() {
        unsafe gst_bus_remove_watch(bus)
    }
}

/// Delivers the messages of a pipeline until it is released.
@MediaActor
package final class PipelineWatch {
    private let bus: PipelineBus

    fileprivate init(bus: PipelineBus) {
        self.bus = bus
    }

    isolated deinit {
        bus.endWatch()
    }
}

@MediaActor
private final class MessageHandler {
    let handle: @MediaActor (PipelineMessage) -> Void

    init(_ handle: @escaping @MediaActor (PipelineMessage) -> Void) {
        self.handle = handle
    }
}

/// Decides on the posting thread which messages are worth waking `MediaActor` for.
private final class MessageFilter: Sendable {
    private let pipeline: UInt
    private let errorLimit: Int
    private let errors = Atomic<Int>(0)

    init(pipeline: UInt, errorLimit: Int) {
        self.pipeline = pipeline
        self.errorLimit = errorLimit
    }

    func reset() {
        errors.store(0, ordering: .relaxed)
    }

    func passes(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        switch unsafe message.pointee.type {
        case GST_MESSAGE_ERROR:
            return errors.wrappingAdd(1, ordering: .relaxed).oldValue < errorLimit
        case GST_MESSAGE_STATE_CHANGED:
            return unsafe UInt(bitPattern: message.pointee.src) == pipeline
        case GST_MESSAGE_ELEMENT:
            return unsafe gst_is_missing_plugin_message(message) != 0
        case GST_MESSAGE_EOS, GST_MESSAGE_WARNING, GST_MESSAGE_DURATION_CHANGED,
            GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_BUFFERING, GST_MESSAGE_TAG, GST_MESSAGE_REQUEST_STATE,
            GST_MESSAGE_LATENCY, GST_MESSAGE_CLOCK_LOST, GST_MESSAGE_APPLICATION:
            return true
        default:
            return false
        }
    }
}

/// Called on the thread that posts a message, usually a streaming thread.
private func onSyncMessage(
    _ bus: UnsafeMutablePointer<GstBus>?, _ message: UnsafeMutablePointer<GstMessage>?, _ data: gpointer?
) -> GstBusSyncReply {
    guard let message = unsafe message, let filter = unsafe CallbackBox<MessageFilter>.value(of: data),
        unsafe !filter.passes(message)
    else { return GST_BUS_PASS }
    unsafe gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
    return GST_BUS_DROP
}

/// Called on the media thread for every message that passed the filter.
private func onMessage(
    _ bus: UnsafeMutablePointer<GstBus>?, _ message: UnsafeMutablePointer<GstMessage>?, _ data: gpointer?
) -> gboolean {
    guard let message = unsafe message, let handler = unsafe CallbackBox<MessageHandler>.value(of: data),
        let decoded = unsafe PipelineMessage(message)
    else { return 1 }
    MediaActor.assumeIsolated { handler.handle(decoded) }
    return 1
}
