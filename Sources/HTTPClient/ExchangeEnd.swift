// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
internal import OnCueRuntime

/// The way to end one exchange before its time, and why it was ended.
@MediaActor
@safe
final class ExchangeEnd {
    let cancellable: UnsafeMutablePointer<GCancellable>
    /// Why it was ended; `nil` as long as it was not.
    private(set) var reason: HTTPError?
    private var alarm: Task<Void, Never>?

    init() {
        guard let cancellable = unsafe g_cancellable_new() else { preconditionFailure("GLib made no cancellable") }
        unsafe self.cancellable = unsafe cancellable
    }

    isolated deinit {
        unsafe g_object_unref(cancellable)
    }

    func end(_ reason: HTTPError) {
        if self.reason == nil { self.reason = reason }
        unsafe g_cancellable_cancel(cancellable)
    }

    /// Ends the exchange when `deadline` has passed.
    func end(after deadline: Duration?, _ reason: HTTPError) {
        guard let deadline else { return }
        alarm = Task { [weak self] in
            if (try? await MediaActor.sleep(for: deadline)) != nil { self?.end(reason) }
        }
    }

    /// The exchange is over; the alarm must not keep the process awake.
    func finish() {
        alarm?.cancel()
        alarm = nil
    }
}
