// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
internal import OnCueRuntime

/// Ends one exchange early, and keeps the reason.
@MediaActor
@safe
final class ExchangeEnd {
    let cancellable: UnsafeMutablePointer<GCancellable>
    /// The reason for the end; `nil` as long as it was not ended.
    private(set) var reason: HTTPError?
    /// An answer has begun.
    var isAnswered = false
    /// Bytes of the body that have come so far.
    var received = 0
    private var alarms: [Task<Void, Never>] = []

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

    /// Ends the exchange when `limit` has passed; the returned task is cancelled when that is no longer needed.
    @discardableResult
    func end(after limit: Duration?, _ reason: @escaping @MediaActor () -> HTTPError) -> Task<Void, Never>? {
        guard let limit else { return nil }
        let alarm = Task { [weak self] in
            if (try? await MediaActor.sleep(for: limit)) != nil { self?.end(reason()) }
        }
        alarms.append(alarm)
        return alarm
    }

    /// Ends the exchange when fewer bytes than `pace` allows have come in a window of time.
    func end(below pace: HTTPPace?, _ reason: HTTPError) {
        guard let pace else { return }
        let alarm = Task { [weak self] in
            var before = self?.received ?? 0
            while (try? await MediaActor.sleep(for: pace.window)) != nil {
                guard let self else { return }
                if received - before < pace.bytes { return end(reason) }
                before = received
            }
        }
        alarms.append(alarm)
    }

    /// Cancels the alarms when the exchange is over, so that they do not keep the process awake.
    func finish() {
        for alarm in alarms { alarm.cancel() }
        alarms = []
    }
}
