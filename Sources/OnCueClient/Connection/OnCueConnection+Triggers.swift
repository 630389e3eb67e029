// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

extension OnCueConnection: TriggerClient {
    package func triggerSources() async throws(ClientError) -> [TriggerSourceRecord] {
        try await rows("GetSources").compactMap { TriggerSourceRecord($0) }
    }

    package func triggerDevices() async throws(ClientError) -> [TriggerDeviceRecord] {
        try await rows("GetDevices").compactMap { TriggerDeviceRecord($0) }
    }

    package func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws(ClientError) {
        try await call("SetDevice", of: ServiceNames.triggers, [.string(device), .dictionary(wish.options)])
    }

    package func forgetTriggerDevice(_ device: String) async throws(ClientError) {
        try await call("ForgetDevice", of: ServiceNames.triggers, [.string(device)])
    }

    package func triggerTimes() async throws(ClientError) -> [TriggerTimeRecord] {
        try await rows("GetTimes").compactMap { TriggerTimeRecord($0) }
    }

    package func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws(ClientError) {
        try await call(
            "AddTime", of: ServiceNames.triggers,
            [.string(name), .uint32(UInt32(clamping: minute)), .strings(days)])
    }

    package func removeTriggerTime(_ name: String) async throws(ClientError) {
        try await call("RemoveTime", of: ServiceNames.triggers, [.string(name)])
    }

    package func simulate(_ request: SimulationRequest) async throws(ClientError) -> SimulationResult {
        let reply = try await call("Simulate", of: ServiceNames.triggers, [.dictionary(request.options)])
        guard let result = WireDictionary(reply.first).flatMap({ SimulationResult($0) }) else {
            throw .unexpectedAnswer(to: "Simulate")
        }
        return result
    }

    /// The only answer of a call that lists dictionaries.
    func rows(_ member: String) async throws(ClientError) -> [WireDictionary] {
        let reply = try await call(member, of: ServiceNames.triggers)
        guard let rows = WireDictionary.list(reply.first) else { throw .unexpectedAnswer(to: member) }
        return rows
    }
}
