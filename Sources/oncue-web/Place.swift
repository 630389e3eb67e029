// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import WebAccess

/// This machine: its name, its addresses, and where the files of the page are.
struct Place: Sendable {
    let files: WebFiles
    let hostname: String

    init() {
        let directories = UserDirectories(
            environment: ProcessEnvironment.variables(UserDirectories.variableNames),
            userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
        files = WebFiles(state: directories.state)
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        hostname = HostRule.isName(name) ? name : ""
    }

    /// The first part of the name, for people.
    var machine: String { hostname.split(separator: ".").first.map(String.init) ?? "this machine" }

    func hosts(_ settings: WebSettings) -> HostRule {
        HostRule(
            hostname: hostname, configured: settings.hosts,
            addresses: MachineAddresses.all() + (settings.address.isEmpty ? [] : [settings.address]))
    }

    /// Every name and address by which a browser may reach the page, for the certificate.
    func certifiedHosts(_ settings: WebSettings) -> [String] {
        var names = ["localhost"]
        if !hostname.isEmpty { names += [hostname.lowercased(), machine.lowercased() + ".local"] }
        names += settings.hosts.map { $0.lowercased() } + ["127.0.0.1", "::1"]
        if !settings.address.isEmpty { names.append(settings.address) }
        names += Self.lastingAddresses()
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The addresses of the page for people, the likeliest first.
    func pageAddresses(_ settings: WebSettings) -> [String] {
        let scheme = settings.isEncrypted ? "https" : "http"
        if !settings.address.isEmpty {
            let hosts = (settings.isOnNetwork ? settings.hosts : []) + [HostRule.written(settings.address)]
            return hosts.map { "\(scheme)://\($0):\(settings.port)/" }
        }
        guard settings.isOnNetwork else { return ["\(scheme)://localhost:\(settings.port)/"] }
        let addresses = Self.lastingAddresses().map(HostRule.written)
        let hosts = settings.hosts + addresses + ["localhost"]
        return hosts.map { "\(scheme)://\($0):\(settings.port)/" }
    }

    /// Returns the addresses under which this machine can be found again: without those that the system replaces every
    /// few hours, and those that are only valid on one link.
    private static func lastingAddresses() -> [String] {
        let text = (try? WholeFile.read(TemporaryAddresses.path, limit: 256 << 10)) ?? []
        let passing = TemporaryAddresses.all(in: String(decoding: text, as: UTF8.self))
        return MachineAddresses.all().filter { !$0.contains("%") && !passing.contains($0) }
    }

    /// Seconds since 1970.
    static var now: Int { time(nil) }

    /// The time since the machine was started, also while it slept.
    static var clock: Duration {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
