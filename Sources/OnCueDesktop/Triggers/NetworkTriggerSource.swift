// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions
package import SystemServices

/// Reports, from NetworkManager, the network of the machine; only salted hashes leave this object.
///
/// It waits for signals about connections; the signal strength of wireless networks is not among them.
@MediaActor
package final class NetworkTriggerSource: TriggerSource {
    private static let name = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"
    private static let active = name + ".Connection.Active"
    private static let activated = 2
    /// The types of connections that run over another connection and do not identify a place.
    private static let virtualTypes: Set<String> = ["vpn", "wireguard", "tun", "ip-tunnel", "loopback"]

    package let source = TriggerEvent.Source.network
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off) {
        didSet { if health != oldValue { onHealthChange?() } }
    }

    private let service: SystemService
    private let salt: @Sendable () async -> [UInt8]?
    private let patience: Duration
    private var subscriptions: [BusSubscription] = []
    private var told: Set<String>?
    private var look: Task<Void, Never>?
    private var isStale = false

    /// - Parameters:
    ///   - salt: Returns the secret with which networks are hashed, always the same; `nil` if it cannot be stored.
    ///   - patience: The time limit for an answer of NetworkManager.
    package init(
        system: SystemBus, patience: Duration = .seconds(10), salt: @escaping @Sendable () async -> [UInt8]?
    ) {
        service = SystemService(Self.name, on: system)
        self.salt = salt
        self.patience = patience
        service.onChange = { [weak self] in self?.serviceChanged(to: $0) }
    }

    package func start() {
        guard health.state == .off else { return }
        health = SourceHealth(.starting)
        service.start()
    }

    package func stop() {
        forget()
        service.stop()
        health = SourceHealth(.off)
    }

    private func forget() {
        look?.cancel()
        (look, subscriptions, told, isStale) = (nil, [], nil, false)
    }

    private func serviceChanged(to state: SystemService.State) {
        let wasTold = told != nil
        forget()
        if wasTold { onReport?(.lost) }
        switch state {
        case .noBus: health = SourceHealth(.absent, "there is no system bus")
        case .absent: health = SourceHealth(.absent, "NetworkManager is not running")
        case .present(let owner):
            health = SourceHealth(.starting)
            listen(to: owner)
            lookAgain()
        }
    }

    private func listen(to owner: String) {
        guard let bus = service.bus else { return }
        subscriptions = [Self.name, Self.active].map { interface in
            bus.subscribe(
                sender: owner, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                firstArgument: interface
            ) { [weak self] signal in
                let changed = signal.arguments.dropFirst().first?.dictionaryValue ?? [:]
                let ofInterest: Set<String> = [
                    "PrimaryConnection", "ActiveConnections", "State", "Uuid", "SpecificObject", "Ip4Config",
                    "Ip6Config",
                ]
                if !ofInterest.isDisjoint(with: changed.keys) { self?.lookAgain() }
            }
        }
    }
}

// MARK: NetworkManager

extension NetworkTriggerSource {
    /// Checks the network again; changes in the meantime lead to one more check.
    private func lookAgain() {
        guard look == nil else {
            isStale = true
            return
        }
        look = Task { @MediaActor [weak self, salt] in
            let secret = await salt()
            repeat {
                self?.isStale = false
                let marks = await self?.marks()
                guard !Task.isCancelled, let self else { return }
                tell(marks ?? nil, secret)
            } while self?.isStale == true
            self?.look = nil
        }
    }

    private func tell(_ network: NetworkMarks?, _ secret: [UInt8]?) {
        guard let secret else {
            health = SourceHealth(.failing, "cannot save the key that hides network names")
            return
        }
        guard let network else {
            health = SourceHealth(.failing, "NetworkManager cannot identify the network")
            return
        }
        let marks = network.hashed(with: secret)
        health = SourceHealth(.working, marks.isEmpty ? "not connected to a network" : "connected to a network")
        guard marks != told else { return }
        told = marks
        onReport?(.network(marks))
    }

    /// - Returns: Marks without a connection if there is none; `nil` if there is no answer.
    private func marks() async -> NetworkMarks? {
        guard let manager = await properties(of: Self.name, at: Self.path) else { return nil }
        let primary = manager["PrimaryConnection"]?.stringValue ?? "/"
        let others = manager["ActiveConnections"]?.arrayValue?.prefix(32).compactMap(\.stringValue) ?? []
        // If everything goes through a tunnel, the network is the one that carries it.
        for path in [primary] + (primary == "/" ? [] : others.filter { $0 != primary }) where path != "/" {
            // A connection that has gone meanwhile is ignored; its end is reported, and leads to another check.
            guard let connection = await properties(of: Self.active, at: path) else { continue }
            if Self.virtualTypes.contains(connection["Type"]?.stringValue ?? "") { continue }
            guard connection["State"]?.intValue == Self.activated else { return NetworkMarks() }
            return await marks(of: connection)
        }
        return NetworkMarks()
    }

    private func marks(of connection: [String: BusValue]) async -> NetworkMarks {
        var marks = NetworkMarks(connection: connection["Uuid"]?.stringValue ?? "")
        let point = await object(connection["SpecificObject"], Self.name + ".AccessPoint")
        marks.wirelessName = point?["Ssid"]?.bytesValue ?? []
        for (property, interface) in [("Ip4Config", ".IP4Config"), ("Ip6Config", ".IP6Config")] {
            let address = await object(connection[property], Self.name + interface)?["Gateway"]?.stringValue
            if let address, !address.isEmpty {
                marks.gateway = address
                break
            }
        }
        return marks
    }

    private func object(_ path: BusValue?, _ interface: String) async -> [String: BusValue]? {
        guard let path = path?.stringValue, path != "/" else { return nil }
        return await properties(of: interface, at: path)
    }

    private func properties(of interface: String, at path: String) async -> [String: BusValue]? {
        await service.properties(of: interface, at: path, within: patience)
    }
}
