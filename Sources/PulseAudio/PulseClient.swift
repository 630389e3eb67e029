// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CPulse
internal import OnCueRuntime

/// A connection to a PulseAudio server, or to PipeWire in its place, that watches sinks and streams.
///
/// The library has a thread of its own, which waits for the server; while nothing changes nothing wakes up. Calls may
/// block for a moment, so they run on a queue of this actor.
@safe
package actor PulseClient {
    private let executor = BlockingExecutor(label: "oncue.sound-server")
    private let name: String
    private let server: String?
    private let listener: PulseListener
    // Invariant: set in init and never changed; used while holding the lock of the loop, which any thread may take.
    private nonisolated(unsafe) let loop: OpaquePointer
    private var context: OpaquePointer?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - name: The name of the client in mixers.
    ///   - server: The address of the server; that of the environment if absent.
    ///   - handler: Receives all events, on the library's thread, which it must not block.
    package init(name: String, server: String? = nil, handler: @escaping @Sendable (PulseEvent) -> Void) {
        self.name = name
        self.server = server
        listener = PulseListener(handler)
        guard let loop = unsafe pa_threaded_mainloop_new() else { preconditionFailure("libpulse made no main loop") }
        unsafe self.loop = unsafe loop
        unsafe pa_threaded_mainloop_set_name(loop, "oncue.pulse")
        unsafe pa_threaded_mainloop_start(loop)
    }

    isolated deinit {
        if let context = unsafe context {
            unsafe pa_threaded_mainloop_lock(loop)
            unsafe Self.end(context)
            unsafe pa_threaded_mainloop_unlock(loop)
        }
        unsafe pa_threaded_mainloop_stop(loop)
        unsafe pa_threaded_mainloop_free(loop)
    }

    /// Begins to connect, in place of an earlier connection. The handler receives `connected` or `disconnected`.
    ///
    /// No server is started. The library must not wait for one either: it would do so with connections of its own to
    /// message buses, and only if no address is given.
    package func connect() {
        locked {
            close()
            guard let api = unsafe pa_threaded_mainloop_get_api(loop), let new = unsafe pa_context_new(api, name) else {
                return listener.handle(.disconnected)
            }
            unsafe context = unsafe new
            unsafe pa_context_set_state_callback(new, onContextState, listener.reference)
            // A failure is also reported by the state.
            unsafe _ = pa_context_connect(new, server, PA_CONTEXT_NOAUTOSPAWN, nil)
        }
    }

    /// Ends the connection; the handler is not notified.
    package func disconnect() {
        locked { close() }
    }

    /// Returns the state of the server; `nil` if there is no connection, or it ends before the answer.
    package func state() async -> PulseState? {
        await withCheckedContinuation { continuation in
            locked {
                let query = StateQuery(continuation)
                if let context = unsafe context { unsafe query.begin(on: context) }
                query.end()
            }
        }
    }

    /// Moves a stream to another sink; without effect if either is gone.
    ///
    /// - Parameter sink: Its name.
    package func move(stream: UInt32, to sink: String) {
        locked {
            guard let context = unsafe context,
                let operation = unsafe pa_context_move_sink_input_by_name(context, stream, sink, nil, nil)
            else { return }
            unsafe pa_operation_unref(operation)
        }
    }

    /// Loads a module of the server; returns its number, or `nil` if the server refuses it or is gone.
    package func load(module name: String, _ arguments: String) async -> UInt32? {
        await withCheckedContinuation { continuation in
            locked {
                let request = ModuleRequest(continuation)
                if let context = unsafe context {
                    request.begin()
                    unsafe request.follow(
                        pa_context_load_module(context, name, arguments, onModuleLoaded, request.reference))
                }
                request.end()
            }
        }
    }

    /// Unloads a module of the server; returns when that is done, or the server is gone.
    package func unload(module: UInt32) async {
        _ = await withCheckedContinuation { (continuation: CheckedContinuation<UInt32?, Never>) in
            locked {
                let request = ModuleRequest(continuation)
                if let context = unsafe context {
                    request.begin()
                    unsafe request.follow(pa_context_unload_module(context, module, nil, nil))
                }
                request.end()
            }
        }
    }

    /// Runs `body` while the library's thread is locked out.
    private func locked(_ body: () -> Void) {
        unsafe pa_threaded_mainloop_lock(loop)
        body()
        unsafe pa_threaded_mainloop_unlock(loop)
    }

    private func close() {
        guard let context = unsafe context else { return }
        unsafe self.context = nil
        unsafe Self.end(context)
    }

    /// It cancels pending requests, so that no caller waits forever.
    @unsafe
    private static func end(_ context: OpaquePointer) {
        unsafe pa_context_set_state_callback(context, nil, nil)
        unsafe pa_context_set_subscribe_callback(context, nil, nil)
        unsafe pa_context_disconnect(context)
        unsafe pa_context_unref(context)
    }
}

/// Passes on the events of the library's thread. It lives as long as the client, and longer than each context.
private final class PulseListener: Sendable {
    let handle: @Sendable (PulseEvent) -> Void

    init(_ handle: @escaping @Sendable (PulseEvent) -> Void) {
        self.handle = handle
    }

    @unsafe var reference: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    @unsafe
    static func at(_ reference: UnsafeMutableRawPointer?) -> PulseListener? {
        unsafe reference.map { unsafe Unmanaged<PulseListener>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Called on the library's thread, or inside of `connect`, when a connection is established or has ended.
private func onContextState(_ context: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    guard let listener = unsafe PulseListener.at(data) else { return }
    switch unsafe pa_context_get_state(context) {
    case PA_CONTEXT_READY:
        let mask =
            PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
            | PA_SUBSCRIPTION_MASK_CARD.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
        unsafe pa_context_set_subscribe_callback(context, onServerEvent, data)
        if let operation = unsafe pa_context_subscribe(context, pa_subscription_mask_t(mask), onSubscribed, data) {
            unsafe pa_operation_unref(operation)
        }
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: listener.handle(.disconnected)
    default: break
    }
}

/// Called on the library's thread when the server reports changes from now on, or has refused to.
private func onSubscribed(_ context: OpaquePointer?, _ success: Int32, _ data: UnsafeMutableRawPointer?) {
    unsafe PulseListener.at(data)?.handle(.connected)
}

/// Called on the library's thread when something of the server has changed.
private func onServerEvent(
    _ context: OpaquePointer?, _ event: pa_subscription_event_type_t, _ index: UInt32, _ data: UnsafeMutableRawPointer?
) {
    guard let listener = unsafe PulseListener.at(data) else { return }
    let facility = event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
    let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
    let isSink = facility == PA_SUBSCRIPTION_EVENT_SINK.rawValue
    let isDevice = isSink || facility == PA_SUBSCRIPTION_EVENT_CARD.rawValue
    if isSink, kind == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue { listener.handle(.sinkRemoved(index)) }
    listener.handle(isDevice && kind == PA_SUBSCRIPTION_EVENT_NEW.rawValue ? .added : .changed)
}
