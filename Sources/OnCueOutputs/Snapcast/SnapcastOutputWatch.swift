// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSession
internal import SnapcastControl

/// Adds the outputs of Snapcast servers to those of the sound server.
@MediaActor
package final class SnapcastOutputWatch: OutputWatching {
    package var onChange: (@MediaActor (AudioOutputs) -> Void)?

    /// The delay between a server's receiving sound and its being heard, which is its buffer.
    private let delay: Duration
    /// The servers that the configuration names.
    package var addresses: [ServiceAddress] {
        didSet { if addresses != oldValue { follow() } }
    }
    /// Searches for servers that announce themselves on the network; called when outputs are requested, and not too
    /// often.
    package var search: (@MediaActor () async -> [ServiceAddress])?
    /// The servers that have announced themselves.
    private var announced: [ServiceAddress] = []
    private var searching: Task<Void, Never>?
    private var searched: ContinuousClock.Instant?

    /// The time for which servers found on the network are remembered.
    private static let searchInterval: Duration = .seconds(30)
    /// The time for which a request for outputs waits for the network; later answers are used by the next request.
    private static let searchPatience: Duration = .milliseconds(300)
    /// The most servers that are taken from the network.
    private static let announcedLimit = 8

    private let devices: any OutputWatching
    private var links: [SnapcastLink] = []
    private var chosen: [ChosenOutput] = []
    /// The servers that are reachable.
    private var present: Set<ServiceAddress> = []
    /// The outputs of the sound server; `nil` before the first.
    private var known: AudioOutputs?
    /// The output to which sound was moved.
    private var place: String?
    private var isStarted = false

    /// - Parameters:
    ///   - devices: The outputs of the sound server.
    ///   - addresses: The servers to look for.
    package init(beside devices: any OutputWatching, addresses: [ServiceAddress], delay: Duration) {
        self.devices = devices
        self.addresses = addresses
        self.delay = delay
    }

    package func start() {
        isStarted = true
        devices.onChange = { [weak self] outputs in
            self?.known = outputs
            self?.tell()
        }
        follow()
        devices.start()
    }

    package func refresh() async {
        if isStarted, search != nil { await look() }
        let looks = links.map { link in Task { @MediaActor in await link.refresh() } }
        await devices.refresh()
        for look in looks { await look.value }
    }

    /// Searches the network, unless that was done just now.
    private func look() async {
        if searching == nil, searched.map({ .now - $0 >= Self.searchInterval }) ?? true, let search {
            searching = Task { @MediaActor [weak self] in
                let found = await search()
                guard let self else { return }
                (searching, searched) = (nil, .now)
                announced = Array(found.prefix(Self.announcedLimit))
                follow()
                // The request that started this may wait no longer.
                for link in links where link.status == nil { Task { @MediaActor in await link.refresh() } }
            }
        }
        guard let searching else { return }
        _ = await MediaActor.value(within: Self.searchPatience) { await searching.value }
    }

    /// The servers that may be there: those of the configuration, those that announce themselves, and those of chosen
    /// outputs.
    private var servers: [ServiceAddress] {
        let remembered = chosen.compactMap { AudioOutputs.snapcastAddress($0.identifier) }
        var all: [ServiceAddress] = []
        for address in addresses + announced + remembered where !all.contains(address) { all.append(address) }
        return all
    }

    package func choose(_ outputs: [ChosenOutput]) {
        chosen = outputs
        follow()
        devices.choose(outputs)
        for link in links {
            link.want(isWanted(link))
            Task { @MediaActor in await makeHeard(link) }
        }
    }

    package func move(to address: String?) {
        place = address
        // A receiver is not in the sound server: nothing is moved there.
        if !outputs.contains(where: { $0.address == address }) { devices.move(to: address) }
        tell()
    }

    package func combine(_ outputs: [ChosenOutput]) { devices.combine(outputs) }

    package func isCombined() async -> Bool { await devices.isCombined() }

    package func leave() async { await devices.leave() }

    package func stop() {
        isStarted = false
        searching?.cancel()
        for link in links { link.close() }
        links = []
        devices.stop()
    }

    // MARK: Rooms

    package func change(room identifier: String, _ change: RoomChange) async throws(RoomError) {
        let (link, client, status) = try find(identifier)
        let stream = fed(link, status)
        try await perform(status.calls(for: change, client: client, stream: stream ?? ""), link)
    }

    package func group(rooms identifiers: [String]) async throws(RoomError) {
        guard let first = identifiers.first else { return }
        let (link, _, status) = try find(first)
        let prefix = AudioOutputs.snapcastPrefix(link.address)
        guard identifiers.allSatisfy({ $0.hasPrefix(prefix) }) else {
            throw RoomError(.refused, "rooms of different Snapcast servers cannot be in one group; group those of one")
        }
        try await perform(status.calls(toGroup: identifiers.map { String($0.dropFirst(prefix.count)) }), link)
    }

    private func find(_ room: String) throws(RoomError) -> (SnapcastLink, client: String, SnapcastStatus) {
        for link in links {
            let prefix = AudioOutputs.snapcastPrefix(link.address)
            guard room.hasPrefix(prefix), let status = link.status else { continue }
            let client = String(room.dropFirst(prefix.count))
            if status.client(client) != nil { return (link, client, status) }
        }
        throw RoomError(
            .notFound, "there is no room \"\(room.prefix(200))\"; list the rooms with: oncue output rooms")
    }

    private func perform(_ calls: [SnapcastCall], _ link: SnapcastLink) async throws(RoomError) {
        for call in calls {
            do throws(SnapcastLink.Refusal) {
                try await link.perform(call)
            } catch {
                throw RoomError(
                    .refused,
                    "the Snapcast server at \(link.address.host) did not do it: \(error.reason); try again, or see its log"
                )
            }
        }
    }

    /// Returns the stream of a server that gets our sound, or would: the chosen one, or else the first.
    private func fed(_ link: SnapcastLink, _ status: SnapcastStatus) -> String? {
        let prefix = AudioOutputs.snapcastPrefix(link.address)
        let own = AudioOutputs.snapcast(status, at: link.address, delay: delay).map(\.identifier)
        let chosen = own.first { identifier in self.chosen.contains { $0.identifier == identifier } }
        return (chosen ?? own.first).map { String($0.dropFirst(prefix.count)) }
    }

    /// Lets rooms play the stream if its output was chosen and no room would play it.
    private func makeHeard(_ link: SnapcastLink) async {
        guard isWanted(link), let status = link.status, let stream = fed(link, status) else { return }
        try? await perform(status.calls(toHear: stream), link)
    }

    private var rooms: [Room] {
        let all = links.flatMap { link in
            link.status.map { status in
                fed(link, status).map {
                    status.rooms(prefix: AudioOutputs.snapcastPrefix(link.address), stream: $0)
                } ?? []
            } ?? []
        }
        return Array(all.prefix(Room.limit))
    }

    /// The outputs of all servers that are reachable.
    private var outputs: [AudioOutputDescription] {
        links.flatMap { link in
            link.status.map { AudioOutputs.snapcast($0, at: link.address, delay: delay) } ?? []
        }
    }

    private func isWanted(_ link: SnapcastLink) -> Bool {
        chosen.contains { $0.identifier.hasPrefix(AudioOutputs.snapcastPrefix(link.address)) }
    }

    private func follow() {
        guard isStarted else { return }
        let servers = servers
        let left = links.filter { !servers.contains($0.address) }
        let isLess = left.contains { $0.status != nil }
        for link in left {
            link.close()
            present.remove(link.address)
        }
        links = servers.map { address in
            if let link = links.first(where: { $0.address == address }) { return link }
            let link = SnapcastLink(address)
            link.onChange = { [weak self, weak link] in
                self?.tell()
                guard let self, let link else { return }
                // A server that has restarted knows its rooms, but perhaps not their streams. Later it is the user's
                // choice which rooms play.
                if link.status == nil {
                    present.remove(link.address)
                } else if present.insert(link.address).inserted {
                    Task { @MediaActor in await self.makeHeard(link) }
                }
            }
            return link
        }
        for link in links { link.want(isWanted(link)) }
        if isLess { tell() }
    }

    private func tell() {
        // The sound server comes first: without its outputs a chosen device would seem to be gone.
        guard var all = known else { return }
        let receivers = outputs
        all.outputs += receivers
        all.rooms = rooms
        if let used = receivers.first(where: { $0.address == place }) { all.inUse = used.identifier }
        onChange?(all)
    }
}
