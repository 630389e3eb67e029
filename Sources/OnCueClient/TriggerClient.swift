// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a program can ask of the service about what raises suggestions.
package protocol TriggerClient: Sendable {
    func triggerSources() async throws(ClientError) -> [TriggerSourceRecord]
    /// What sources tell from now on, until the reader stops; also across restarts of the daemon, which it never
    /// starts. A reader that is slow misses the oldest of more than 256.
    func triggerUpdates() -> AsyncStream<TriggerUpdate>
    /// Does as if something had happened.
    func simulate(_ request: SimulationRequest) async throws(ClientError) -> SimulationResult

    // MARK: Devices

    /// Those that were met last come first.
    func triggerDevices() async throws(ClientError) -> [TriggerDeviceRecord]
    /// Says of a device, by its name or its identifier, what it is or what is to happen when it comes.
    func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws(ClientError)
    func forgetTriggerDevice(_ device: String) async throws(ClientError)

    // MARK: Places

    func places() async throws(ClientError) -> [PlaceRecord]
    /// Names the place where the machine is, or a position.
    ///
    /// - Returns: The place as it is then.
    func addPlace(_ name: String, _ location: PlaceLocation) async throws(ClientError) -> PlaceRecord
    /// Says what is to happen on arrival; the kind in the wish is not for places.
    func setPlace(_ name: String, _ wish: TriggerWish) async throws(ClientError)
    func removePlace(_ name: String) async throws(ClientError)

    // MARK: Times

    func triggerTimes() async throws(ClientError) -> [TriggerTimeRecord]
    /// Asks for suggestions at a time of day.
    ///
    /// - Parameters:
    ///   - minute: Since midnight.
    ///   - days: `mon` to `sun`; none for every day.
    func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws(ClientError)
    func removeTriggerTime(_ name: String) async throws(ClientError)
}
