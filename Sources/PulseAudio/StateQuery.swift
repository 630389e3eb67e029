// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CPulse

/// Combines the answers of the server; used on the library's thread while holding the lock of its loop.
@safe
final class StateQuery {
    fileprivate var state = PulseState()
    /// The number of unanswered requests, plus one for the caller.
    private var pending = 1
    private var isCancelled = true
    private let continuation: CheckedContinuation<PulseState?, Never>

    init(_ continuation: CheckedContinuation<PulseState?, Never>) {
        self.continuation = continuation
    }

    /// Requests everything from a connection.
    @unsafe
    func begin(on context: OpaquePointer) {
        let reference = unsafe Unmanaged.passUnretained(self).toOpaque()
        isCancelled = false
        unsafe follow(pa_context_get_server_info(context, onServerInfo, reference))
        unsafe follow(pa_context_get_card_info_list(context, onCardInfo, reference))
        unsafe follow(pa_context_get_sink_info_list(context, onSinkInfo, reference))
        unsafe follow(pa_context_get_sink_input_info_list(context, onStreamInfo, reference))
    }

    /// One of the questions has its answer; the state is handed over with the last.
    func end() {
        pending -= 1
        if pending == 0 { continuation.resume(returning: isCancelled ? nil : state) }
    }

    /// A question keeps this alive until it is answered or cancelled.
    @unsafe
    private func follow(_ operation: OpaquePointer?) {
        guard let operation = unsafe operation else {
            isCancelled = true
            return
        }
        pending += 1
        unsafe pa_operation_set_state_callback(
            operation, onOperationEnd, Unmanaged.passRetained(self).toOpaque())
        unsafe pa_operation_unref(operation)
    }

    fileprivate func ended(asCancelled isCancelled: Bool) {
        self.isCancelled = self.isCancelled || isCancelled
        end()
    }

    @unsafe
    fileprivate static func at(_ reference: UnsafeMutableRawPointer?) -> StateQuery? {
        unsafe reference.map { unsafe Unmanaged<StateQuery>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Called once when a question is answered, or when the connection is over.
private func onOperationEnd(_ operation: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    guard let data = unsafe data else { return }
    let query = unsafe Unmanaged<StateQuery>.fromOpaque(data).takeRetainedValue()
    query.ended(asCancelled: unsafe pa_operation_get_state(operation) == PA_OPERATION_CANCELLED)
}

private func onServerInfo(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_server_info>?, _ data: UnsafeMutableRawPointer?
) {
    guard let query = unsafe StateQuery.at(data), let info = unsafe info else { return }
    query.state.server = unsafe text(info.pointee.server_name) + " " + text(info.pointee.server_version)
    query.state.defaultSink = unsafe text(info.pointee.default_sink_name)
}

/// Called for each card, and once without one at the end.
private func onCardInfo(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_card_info>?, _ end: Int32, _ data: UnsafeMutableRawPointer?
) {
    guard end == 0, let query = unsafe StateQuery.at(data), let info = unsafe info?.pointee else { return }
    var card = unsafe PulseCard(
        index: info.index, name: text(info.name), description: property(info.proplist, "device.description"))
    card.formFactor = unsafe property(info.proplist, "device.form_factor")
    card.bus = unsafe property(info.proplist, "device.bus")
    for index in unsafe 0..<Int(info.n_ports) {
        guard let port = unsafe info.ports[index]?.pointee,
            unsafe port.direction & Int32(PA_DIRECTION_OUTPUT.rawValue) != 0
        else { continue }
        card.outputs.append(
            unsafe PulsePort(
                name: text(port.name), description: text(port.description),
                kind: PulsePort.Kind(rawValue: port.type) ?? .unknown,
                availability: PulsePort.Availability(rawValue: UInt32(port.available)) ?? .unknown))
    }
    query.state.cards.append(card)
}

/// Called for each sink, and once without one at the end.
private func onSinkInfo(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_info>?, _ end: Int32, _ data: UnsafeMutableRawPointer?
) {
    guard end == 0, let query = unsafe StateQuery.at(data), let info = unsafe info?.pointee else { return }
    var sink = unsafe PulseSink(index: info.index, name: text(info.name), description: text(info.description))
    sink.card = unsafe info.card == UInt32.max ? nil : info.card
    sink.formFactor = unsafe property(info.proplist, "device.form_factor")
    sink.bus = unsafe property(info.proplist, "device.bus")
    // PipeWire names the address of a Bluetooth device elsewhere.
    let address = unsafe property(info.proplist, "api.bluez5.address")
    sink.address = unsafe address.isEmpty ? property(info.proplist, "device.string") : address
    sink.isHardware = unsafe info.flags.rawValue & PA_SINK_HARDWARE.rawValue != 0
    sink.isNetwork = unsafe info.flags.rawValue & PA_SINK_NETWORK.rawValue != 0
    sink.activePort = unsafe info.active_port.map { unsafe text($0.pointee.name) }
    for index in unsafe 0..<Int(info.n_ports) {
        guard let port = unsafe info.ports[index]?.pointee else { continue }
        sink.ports.append(
            unsafe PulsePort(
                name: text(port.name), description: text(port.description),
                kind: PulsePort.Kind(rawValue: port.type) ?? .unknown,
                availability: PulsePort.Availability(rawValue: UInt32(port.available)) ?? .unknown))
    }
    query.state.sinks.append(sink)
}

/// Called for each stream that plays, and once without one at the end.
private func onStreamInfo(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_input_info>?, _ end: Int32,
    _ data: UnsafeMutableRawPointer?
) {
    guard end == 0, let query = unsafe StateQuery.at(data), let info = unsafe info else { return }
    let volume = unsafe withUnsafePointer(to: info.pointee.volume) { unsafe pa_cvolume_avg($0) }
    var stream = unsafe PulseStream(
        index: info.pointee.index, sink: info.pointee.sink,
        process: Int32(property(info.pointee.proplist, "application.process.id")),
        isCorked: info.pointee.corked != 0, isMuted: info.pointee.mute != 0,
        volume: Double(volume) / Double(0x10000))
    stream.role = unsafe property(info.pointee.proplist, "media.role")
    stream.program = unsafe property(info.pointee.proplist, "application.name")
    query.state.streams.append(stream)
}

/// Copies a C string; empty for `NULL`.
private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}

/// A property of a device or stream; empty where there is none.
private func property(_ list: OpaquePointer?, _ name: String) -> String {
    unsafe list.map { unsafe text(pa_proplist_gets($0, name)) } ?? ""
}
