// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// A program that receives push messages for others: a distributor in the terms of UnifiedPush.
@MediaActor
struct PushDistributor {
    static let namespace = "org.unifiedpush.Distributor"
    private static let prefix = namespace + "."
    private static let path = "/org/unifiedpush/Distributor"
    private static let bus = "org.freedesktop.DBus"
    private static let patience: Duration = .seconds(10)

    let name: String

    /// Returns the distributor on a bus: a running one, or else one that can be started; the first by name.
    ///
    /// - Parameter isRunning: Whether only running ones count.
    static func find(on bus: MessageBus, isRunning: Bool = false) async -> PushDistributor? {
        for method in ["ListNames"] + (isRunning ? [] : ["ListActivatableNames"]) {
            let names = try? await bus.call(method, of: Self.bus, at: "/org/freedesktop/DBus", on: Self.bus).first
            let found = names?.stringsValue?.filter { $0.hasPrefix(prefix) }.min()
            if let found { return PushDistributor(name: found) }
        }
        return nil
    }

    /// Registers the service; the distributor sends the address later.
    ///
    /// - Throws: `notAvailable`, `refused`.
    func register(_ token: String, on bus: MessageBus) async throws(ServiceError) {
        let newer: [String: BusValue] = [
            "service": .string(ServiceNames.busName), "token": .string(token), "description": .string("OnCue"),
        ]
        let result: (success: String?, reason: String?)
        if let reply = try await call("Register", 2, [.dictionary(newer)], on: bus) {
            let values = reply.first?.dictionaryValue ?? [:]
            result = (values["success"]?.stringValue, values["reason"]?.stringValue)
        } else {
            let older = [ServiceNames.busName, token, "OnCue"].map { BusValue.string($0) }
            guard let reply = try await call("Register", 1, older, on: bus) else {
                throw ServiceError(.notAvailable, "\(name) does not know the interfaces of UnifiedPush; update it")
            }
            result = (reply.first?.stringValue, reply.dropFirst().first?.stringValue)
        }
        guard result.success == "REGISTRATION_SUCCEEDED" || result.success == "NEW_ENDPOINT" else {
            let reason = result.reason.map { $0.isEmpty ? "without a reason" : String($0.prefix(200)) }
            throw ServiceError(
                .refused,
                "\(name) refused the registration (\(reason ?? "without a reason")); look at its settings")
        }
    }

    /// Ends the registration. A distributor that does not answer is ignored, since the keys are forgotten anyway.
    func unregister(_ token: String, on bus: MessageBus) async {
        if (try? await call("Unregister", 2, [.dictionary(["token": .string(token)])], on: bus)) == nil {
            _ = try? await call("Unregister", 1, [.string(token)], on: bus)
        }
    }

    /// - Returns: `nil` if the distributor does not know the version.
    private func call(
        _ member: String, _ version: Int, _ arguments: [BusValue], on bus: MessageBus
    ) async throws(ServiceError) -> [BusValue]? {
        do throws(BusError) {
            return try await bus.call(
                member, of: "org.unifiedpush.Distributor\(version)", at: Self.path, on: name, arguments,
                timeout: Self.patience)
        } catch {
            let unknown = [
                BusError.unknownMethod, "org.freedesktop.DBus.Error.UnknownInterface",
                "org.freedesktop.DBus.Error.UnknownObject",
            ]
            if unknown.contains(error.name) { return nil }
            throw ServiceError(
                .notAvailable, "\(name) does not answer (\(error.message)); check whether it runs, then try again")
        }
    }
}
