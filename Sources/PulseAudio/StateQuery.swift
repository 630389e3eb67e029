// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CPulse

/// Combines the answers of the server about its state.
@safe
final class StateQuery: ServerRequest {
    fileprivate var state = PulseState()
    private let continuation: CheckedContinuation<PulseState?, Never>

    init(_ continuation: CheckedContinuation<PulseState?, Never>) {
        self.continuation = continuation
    }

    /// Requests everything from a connection.
    @unsafe
    func begin(on context: OpaquePointer) {
        begin()
        unsafe follow(pa_context_get_server_info(context, onServerInfo, reference))
        unsafe follow(pa_context_get_card_info_list(context, onCardInfo, reference))
        unsafe follow(pa_context_get_sink_info_list(context, onSinkInfo, reference))
        unsafe follow(pa_context_get_sink_input_info_list(context, onStreamInfo, reference))
    }

    override func finish() { continuation.resume(returning: isCancelled ? nil : state) }

    @unsafe
    fileprivate static func query(_ reference: UnsafeMutableRawPointer?) -> StateQuery? {
        unsafe at(reference) as? StateQuery
    }
}

private func onServerInfo(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_server_info>?, _ data: UnsafeMutableRawPointer?
) {
    guard let query = unsafe StateQuery.query(data), let info = unsafe info else { return }
    query.state.server = unsafe text(info.pointee.server_name) + " " + text(info.pointee.server_version)
    query.state.defaultSink = unsafe text(info.pointee.default_sink_name)
}

/// Called for each card, and once without one at the end.
private func onCardInfo(
    _ context: OpaquePointer?, _ info: UnsafePointer<pa_card_info>?, _ end: Int32, _ data: UnsafeMutableRawPointer?
) {
    guard end == 0, let query = unsafe StateQuery.query(data), let info = unsafe info?.pointee else { return }
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
    guard end == 0, let query = unsafe StateQuery.query(data), let info = unsafe info?.pointee else { return }
    var sink = unsafe PulseSink(index: info.index, name: text(info.name), description: text(info.description))
    sink.card = unsafe info.card == UInt32.max ? nil : info.card
    sink.formFactor = unsafe property(info.proplist, "device.form_factor")
    sink.bus = unsafe property(info.proplist, "device.bus")
    // PipeWire has the address of a Bluetooth device in another property.
    let address = unsafe property(info.proplist, "api.bluez5.address")
    sink.address = unsafe address.isEmpty ? property(info.proplist, "device.string") : address
    sink.isHardware = unsafe info.flags.rawValue & PA_SINK_HARDWARE.rawValue != 0
    sink.isNetwork = unsafe info.flags.rawValue & PA_SINK_NETWORK.rawValue != 0
    sink.module = unsafe info.owner_module == UInt32.max ? nil : info.owner_module
    if let process = unsafe Int32(property(info.proplist, "oncue.process")) {
        sink.together = unsafe PulseSink.Together(
            identifier: property(info.proplist, "oncue.together"),
            members: Set(property(info.proplist, "oncue.members").split(separator: ",").map(String.init)),
            process: process)
    }
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
    guard end == 0, let query = unsafe StateQuery.query(data), let info = unsafe info else { return }
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

/// Returns a property of a device or stream; empty if there is none.
private func property(_ list: OpaquePointer?, _ name: String) -> String {
    unsafe list.map { unsafe text(pa_proplist_gets($0, name)) } ?? ""
}
