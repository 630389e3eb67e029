// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import Glibc
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The programs that provide content, each of which has a branch of the tree after OnCue's own branches.
@MediaActor
package final class ProviderRegistry: MediaLocating {
    /// The host of the locations that the registry resolves.
    package nonisolated static let host = ProviderIdentity.host

    /// The default time limit of a call.
    package nonisolated static let deadline: Duration = ProviderLimits.deadline
    /// The range of time limits.
    package nonisolated static let deadlines: ClosedRange<Duration> = ProviderLimits.deadlines

    /// The pause after the first failure of a provider that is registered from now on.
    var firstPause = ProviderLimits.firstPause
    private let bus: MessageBus
    /// The time limit of a call unless a registration sets another; clamped to ``deadlines``.
    package var deadline: Duration {
        didSet { for link in links.values where link.ownDeadline == nil { link.client.deadline = bounded(deadline) } }
    }
    private let content: CombinedContentSource
    /// The folder in which registrations are saved, and the folders that are only read.
    private let folder: String
    private let sharedFolders: [String]
    private let files = BlockingExecutor(label: "oncue.providers")
    private let locations = ProviderLocations()
    private var links: [String: ProviderLink] = [:]
    /// Takes over the positions where items were left in other players of programs.
    package var positions: PositionsElsewhere? {
        didSet { for link in links.values where link.client.inner == nil { link.source.positions = positions } }
    }
    /// Sends after providers were added, removed or changed, once for all changes in one turn of the main loop.
    package let changes = Broadcast<Void>()
    private var isChangeDue = false

    /// - Parameters:
    ///   - folder: The folder of this user's registrations.
    ///   - sharedFolders: The folders of packages' registrations.
    ///   - deadline: The time limit of a call unless a registration sets another; clamped to
    ///     ``ProviderRegistry/deadlines``.
    package init(
        bus: MessageBus, content: CombinedContentSource, folder: String, sharedFolders: [String] = [],
        deadline: Duration = ProviderRegistry.deadline
    ) {
        self.deadline = deadline
        self.bus = bus
        self.content = content
        self.folder = folder
        self.sharedFolders = sharedFolders
    }

    /// Shows every program that has a registration file.
    package func begin() async {
        let (folders, own) = ([folder] + sharedFolders, folder)
        let found = await files.run { (ProviderFile.read(folders), ProviderFile.read([own])) }
        for file in found.0 where links[file.busName] == nil {
            do throws(ContentError) { try add(file, isKept: found.1.contains(file)) } catch {
                Logger("providers").warning(
                    "a registration is invalid", ["provider": file.busName, "error": error.message])
            }
        }
    }

    /// Adds a program to the tree, replacing an earlier registration of it.
    ///
    /// - Throws: `invalidPlace` if the name is not a well-known name, `refused` if there are too many.
    func register(_ file: ProviderFile, keep: Bool) async throws(ContentError) {
        let wasKept = links[file.busName]?.isKept ?? false
        try add(file, isKept: keep || wasKept)
        guard keep else { return }
        let folder = folder
        guard await files.run({ file.write(to: folder) }) else {
            throw ContentError(
                .storage, "\(file.busName) was added, but cannot be saved, because \(folder) cannot be written")
        }
    }

    private func add(_ file: ProviderFile, isKept: Bool) throws(ContentError) {
        guard let identity = ProviderIdentity(busName: file.busName) else {
            throw ContentError(
                .invalidPlace,
                "\"\(file.busName.cut(to: 200))\" is not a well-known bus name; expected a name such as "
                    + "org.example.Music"
            )
        }
        guard links[file.busName] != nil || links.count < ProviderLimits.providers else {
            throw ContentError(
                .refused,
                "there are already \(ProviderLimits.providers) providers, which is the limit; remove one first")
        }
        let ownDeadline = file.deadline.map { Duration.milliseconds($0) }
        let client = ContentProviderClient(
            bus: bus, identity: identity, objectPath: file.objectPath,
            deadline: bounded(ownDeadline ?? deadline), firstPause: firstPause)
        let source = ProviderContentSource(
            client: client, name: (file.name ?? file.busName).cut(to: ProviderLimits.nameBytes),
            icon: file.icon.flatMap { $0.isEmpty ? nil : $0.cut(to: ProviderLimits.artworkBytes) })
        source.positions = positions
        let link = ProviderLink(bus: bus, source: source, isKept: isKept, ownDeadline: ownDeadline)
        link.onChange = { [weak self, weak link] in
            if let link { self?.show(link) }
        }
        links[file.busName] = link
        show(link)
        link.begin()
    }

    /// Shows these providers of this process, and removes any others that were shown before.
    package func setInner(_ providers: [(registration: InnerRegistration, provider: any InnerProvider)]) {
        let names = Set(providers.map(\.registration.busName))
        for (name, link) in links where link.client.inner != nil && !names.contains(name) {
            links[name] = nil
            content.remove(link.client.identity.root)
        }
        for (registration, provider) in providers {
            if let known = links[registration.busName] {
                guard known.client.inner != nil, known.source.name != registration.name else { continue }
            } else if links.count >= ProviderLimits.providers {
                continue
            }
            guard let identity = ProviderIdentity(busName: registration.busName) else { continue }
            let client = ContentProviderClient(
                bus: bus, identity: identity, objectPath: "/", deadline: deadline, firstPause: firstPause,
                inner: provider, shownName: registration.name)
            let source = ProviderContentSource(
                client: client, name: registration.name.cut(to: ProviderLimits.nameBytes), icon: registration.iconName)
            source.lifetime = .seconds(60)
            source.isElsewhere = true
            let link = ProviderLink(bus: bus, source: source, isKept: false)
            link.onChange = { [weak self, weak link] in
                if let link { self?.show(link) }
            }
            links[registration.busName] = link
            show(link)
            link.begin()
        }
        noteChange()
    }

    private func bounded(_ deadline: Duration) -> Duration {
        min(max(deadline, Self.deadlines.lowerBound), Self.deadlines.upperBound)
    }

    private func show(_ link: ProviderLink) {
        guard links[link.client.identity.busName] === link else { return }
        let root = link.client.identity.root
        let known = content.branches.first { $0.identifier == root }
        var branch = ContentBranch(
            identifier: root, title: link.source.name, artwork: link.source.artwork, kinds: [.provider, .provided],
            source: link.source)
        branch.iconName = link.source.iconName
        let isShown = known.map {
            $0.title == branch.title && $0.artwork == branch.artwork && $0.iconName == branch.iconName
                && $0.source as? ProviderContentSource === link.source
        }
        if isShown != true { content.add(branch) }
        noteChange()
    }

    private func noteChange() {
        guard !isChangeDue else { return }
        isChangeDue = true
        Task { @MediaActor [weak self] in
            self?.isChangeDue = false
            self?.changes.send(())
        }
    }

    /// Removes a program from the tree.
    ///
    /// - Throws: `notFound`.
    func unregister(_ busName: String) async throws(ContentError) {
        guard let link = links.removeValue(forKey: busName) else {
            throw ContentError(
                .notFound, "there is no provider \(busName.cut(to: 200)); list them with: oncue provider")
        }
        content.remove(link.client.identity.root)
        let folder = folder
        await files.run { ProviderFile.remove(busName, from: folder) }
        noteChange()
    }

    /// All providers, sorted by their names on the bus.
    var sortedLinks: [ProviderLink] {
        links.values.sorted { $0.client.identity.busName < $1.client.identity.busName }
    }
}

// MARK: MediaLocating

extension ProviderRegistry {
    /// Requests the current address of an item from the provider; an answer is cached as long as the provider allows.
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        guard let (identity, own) = ProviderIdentity.parts(of: location), let link = links[identity.busName] else {
            throw PlaybackError(
                .notFound,
                "the program that provided this is no longer registered; list those that are with: oncue provider")
        }
        if !isRetry, let kept = locations.location(location) { return kept }
        do throws(ContentError) {
            let (found, expires) = try await link.client.resolve(own)
            try await check(found)
            locations.keep(found, for: location, seconds: expires)
            return found
        } catch {
            throw PlaybackError(error.code == .notFound ? .notFound : .network, error.message)
        }
    }

    /// Returns whether the server of an address has pictures of a provider.
    package func hasPictures(atHostOf address: String) -> Bool {
        links.values.contains { $0.client.pictureHosts.contains(address) }
    }

    /// Returns the bytes of a picture that a provider supplies, by its location; `nil` if it is not available.
    package func picture(at address: String) async -> [UInt8]? {
        guard let location = MediaLocation(uri: address),
            let (identity, name) = ProviderIdentity.parts(of: location, host: ProviderIdentity.pictureHost)
        else { return nil }
        return try? await links[identity.busName]?.client.picture(name)
    }

    private func check(_ location: MediaLocation) async throws(ContentError) {
        guard let path = location.filePath else { return }
        let isReadable = await files.run { Self.isReadable(path) }
        guard isReadable else {
            throw ContentError(.notFound, "the provider names a file that cannot be read: \(location)")
        }
    }

    /// Returns whether a file can be read. The path is in bytes, since file names need not be UTF-8.
    private nonisolated static func isReadable(_ path: [UInt8]) -> Bool {
        (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in text.baseAddress.map { access($0, R_OK) } ?? -1 }
        } == 0
    }
}

/// Resolved locations, with the times at which they expire; bounded.
@MediaActor
private final class ProviderLocations {
    private var kept: [MediaLocation: (location: MediaLocation, until: ContinuousClock.Instant?)] = [:]
    private let clock = ContinuousClock()

    func location(_ name: MediaLocation) -> MediaLocation? {
        guard let entry = kept[name], entry.until.map({ $0 > clock.now }) ?? true else { return nil }
        return entry.location
    }

    func keep(_ location: MediaLocation, for name: MediaLocation, seconds: Int) {
        if kept.count >= ProviderLimits.keptLocations { kept.removeAll() }
        let until = seconds > 0 ? clock.now + .seconds(min(seconds, 31_536_000)) : nil
        kept[name] = (location, until)
    }
}
