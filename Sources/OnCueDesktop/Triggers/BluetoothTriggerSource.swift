// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions
package import SystemServices

/// Reports, from BlueZ, the connected audio devices, and those to which sound can go.
///
/// It waits for signals, and sends a request each time that BlueZ starts. Discovery by other programs makes BlueZ send
/// signals; devices without sound are not reported.
@MediaActor
package final class BluetoothTriggerSource: TriggerSource {
    private static let manager = "org.freedesktop.DBus.ObjectManager"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let attempts = 3

    package let source = TriggerEvent.Source.bluetooth
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off) {
        didSet { if health != oldValue { onHealthChange?() } }
    }

    private let service: SystemService
    private let timing: ServiceTiming
    private let log = Logger("bluetooth")
    private var subscriptions: [BusSubscription] = []
    private var devices = BluetoothDevices()
    /// Whether the devices are known; nothing about them is reported before.
    private var isListed = false
    /// The signals that arrived during the request for the objects of BlueZ.
    private var early: [BusSignal] = []
    private var listing: Task<Void, Never>?

    package init(system: SystemBus, timing: ServiceTiming = ServiceTiming()) {
        service = SystemService("org.bluez", on: system)
        self.timing = timing
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
        listing?.cancel()
        (listing, subscriptions, early, isListed) = (nil, [], [], false)
        devices = BluetoothDevices()
    }

    private func serviceChanged(to state: SystemService.State) {
        let wasListed = isListed
        forget()
        if wasListed { onReport?(.lost) }
        switch state {
        case .noBus: health = SourceHealth(.absent, "there is no system bus")
        case .absent: health = SourceHealth(.absent, "BlueZ is not running")
        case .present(let owner):
            health = SourceHealth(.starting)
            listen(to: owner)
            list(from: owner)
        }
    }
}

// MARK: BlueZ

extension BluetoothTriggerSource {
    private func listen(to owner: String) {
        guard let bus = service.bus else { return }
        subscriptions = ["InterfacesAdded", "InterfacesRemoved"].map { member in
            bus.subscribe(sender: owner, path: "/", interface: Self.manager, member: member) { [weak self] in
                self?.receive($0)
            }
        }
        subscriptions.append(
            bus.subscribe(
                sender: owner, interface: Self.properties, member: "PropertiesChanged",
                firstArgument: BluetoothDevices.device
            ) { [weak self] in self?.receive($0) })
    }

    private func list(from owner: String) {
        listing = Task { @MediaActor [weak self, timing] in
            for attempt in 1...Self.attempts {
                guard let self, !Task.isCancelled else { return }
                let objects = await objects(of: owner)
                guard !Task.isCancelled else { return }
                if let objects { return take(objects) }
                health = SourceHealth(.failing, "BlueZ cannot list the devices")
                early = []
                guard (try? await MediaActor.sleep(for: timing.pause * attempt)) != nil else { return }
            }
            guard let self, !Task.isCancelled else { return }
            listing = nil
            // BlueZ has sent signals meanwhile, so it may answer again.
            if !early.isEmpty { list(from: owner) }
        }
    }

    private func objects(of owner: String) async -> [BusValue]? {
        early = []
        do throws(BusError) {
            return try await service.bus?.call(
                "GetManagedObjects", of: Self.manager, at: "/", on: owner, timeout: timing.answer, startsService: false
            ).first?.arrayValue
        } catch {
            log.debug("BlueZ has not answered", ["error": error.message])
            return nil
        }
    }

    private func take(_ objects: [BusValue]) {
        listing = nil
        devices = BluetoothDevices()
        for object in objects.compactMap(\.arrayValue) {
            guard let path = object.first?.stringValue, let interfaces = object.last?.arrayValue else { continue }
            _ = devices.added(path, interfaces)
        }
        // The answer already includes the signals that came before it; applying them again does no harm.
        for signal in early { _ = apply(signal) }
        (early, isListed) = ([], true)
        let linked = devices.linked
        report([.listed(devices.heard)] + (linked.isEmpty ? [] : [.present(linked)]))
    }

    private func receive(_ signal: BusSignal) {
        if isListed { return report(apply(signal)) }
        if listing != nil, early.count < BluetoothDevices.largestCount { return early.append(signal) }
        // BlueZ sends signals again, so it may answer as well.
        if listing == nil { list(from: signal.sender) }
    }

    private func apply(_ signal: BusSignal) -> [TriggerReport] {
        let path = signal.arguments.first?.stringValue ?? ""
        let rest = signal.arguments.dropFirst().first
        switch signal.member {
        case "InterfacesAdded": return devices.added(path, rest?.arrayValue ?? [])
        case "InterfacesRemoved": return devices.removed(path, rest?.stringsValue ?? [])
        default: return devices.changed(signal.path, rest?.dictionaryValue ?? [:])
        }
    }

    private func report(_ reports: [TriggerReport]) {
        for report in reports { onReport?(report) }
        health = SourceHealth(.working, Self.sentence(devices.count))
    }

    private static func sentence(_ count: Int) -> String {
        switch count {
        case 0: "no audio devices known"
        case 1: "1 audio device known"
        default: "\(count) audio devices known"
        }
    }
}
