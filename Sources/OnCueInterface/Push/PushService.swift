// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Push messages of the user's own programs: `org.oncue.Push1`.
package protocol PushService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func push() async throws(Failure) -> PushStatus

    /// Registers with a distributor of UnifiedPush, and returns when it has given an address; or ends the registration
    /// and forgets the keys, so that no one who knows them can send anything.
    ///
    /// - Throws: `notAvailable` (no distributor, or it does not answer), `refused` (by the distributor), `storage`.
    func setPush(_ isOn: Bool) async throws(Failure) -> PushStatus
}

/// The state of receiving push messages, with the facts that senders need.
package struct PushStatus: Sendable, Equatable {
    package var isOn: Bool
    /// The name of the program that receives them; `nil` if there is none.
    package var distributor: String?
    /// The address to which messages are sent; `nil` until the distributor has given one.
    package var endpoint: String?
    /// The keys for encrypting, as in browsers: `p256dh` and `auth`; `nil` if push messages are off.
    package var publicKey: String?
    package var authentication: String?
    /// The numbers of messages that were carried out since the start of the service, and of those that were refused.
    package var taken = 0
    package var refused = 0
    /// The reason for the last refusal.
    package var problem: String?

    package init(isOn: Bool = false) { self.isOn = isOn }
}

// MARK: On the bus

package enum PushMethods {
    package static let get = Method<Nothing, Only<PushStatus>>(ServiceNames.push, "GetPush", isRepeatable: true)
    package static let set = Method<Only<Bool>, Only<PushStatus>>(ServiceNames.push, "SetPush", isRepeatable: true)

    package static func bindings<Service: PushService>() -> [Binding<Service>] {
        [
            Binding(get) { service, _ in Only(try await service.push()) },
            Binding(set) { Only(try await $0.setPush($1.value)) },
        ]
    }
}

extension PushStatus: DictionaryForm {
    package static var blank: PushStatus { PushStatus() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("on", &isOn, .required)
        fields("distributor", &distributor)
        fields("endpoint", &endpoint)
        fields("p256dh", &publicKey)
        fields("auth", &authentication)
        fields("taken", &taken)
        fields("refused", &refused)
        fields("problem", &problem)
    }
}
