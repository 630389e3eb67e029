// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The triggers of suggestions: sources, devices, places and times.
package protocol TriggerClient: Sendable {
    func triggerSources() async throws(ClientError) -> [TriggerSourceRecord]
    /// Returns the reports of the sources from now on, until the reader stops; also across restarts of the daemon,
    /// which it never starts. A slow reader misses the oldest of more than 256.
    func triggerUpdates() -> AsyncStream<TriggerUpdate>
    /// Does as if something had happened.
    func simulate(_ request: SimulationRequest) async throws(ClientError) -> SimulationResult

    // MARK: Devices

    /// Returns the known devices, the one seen last first.
    func triggerDevices() async throws(ClientError) -> [TriggerDeviceRecord]
    /// Sets the kind of a device, by its name or its identifier, or the policy for its arrival.
    func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws(ClientError)
    func forgetTriggerDevice(_ device: String) async throws(ClientError)

    // MARK: Places

    func places() async throws(ClientError) -> [PlaceRecord]
    /// Defines a place by the present location of the machine, or by a position.
    ///
    /// - Returns: The place after the change.
    func addPlace(_ name: String, _ location: PlaceLocation) async throws(ClientError) -> PlaceRecord
    /// Sets the policy for an arrival; the kind in the wish does not apply to places.
    func setPlace(_ name: String, _ wish: TriggerWish) async throws(ClientError)
    func removePlace(_ name: String) async throws(ClientError)

    // MARK: Times

    func triggerTimes() async throws(ClientError) -> [TriggerTimeRecord]
    /// Adds a time of day for suggestions.
    ///
    /// - Parameters:
    ///   - minute: Minutes since midnight.
    ///   - days: `mon` to `sun`; none for every day.
    func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws(ClientError)
    func removeTriggerTime(_ name: String) async throws(ClientError)
}
