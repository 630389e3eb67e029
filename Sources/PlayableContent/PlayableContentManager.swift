// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import Synchronization

/// Hangs the tree of a data source into the tree of OnCue, under a name and an icon of its own.
///
/// ```swift
/// let manager = PlayableContentManager(name: "Concerts", busName: "org.example.Concerts")
/// manager.dataSource = concerts
/// manager.delegate = concerts
/// await manager.runProgram()
/// ```
///
/// Everything may be called from any thread and returns at once, ``run()`` and ``runProgram()`` aside.
public final class PlayableContentManager: Sendable {
    private struct State {
        var dataSource: (any PlayableContentDataSource)?
        var delegate: (any PlayableContentDelegate)?
        var context = PlayableContentManagerContext(isEndpointAvailable: false)
        var nowPlaying: [String] = []
        var changes = PendingChanges()
        var tell: (@Sendable ([PendingChanges.Notice]) -> Void)?
    }

    /// The name under which the branch is shown.
    public let name: String
    /// File URI of a picture, or the name of an icon of at most 200 bytes; may be empty.
    public let icon: String
    /// The well-known name that the program takes on the bus; the identity of the branch.
    public let busName: String

    private let state = Mutex(State())

    /// A manager that does nothing until it runs.
    ///
    /// - Parameters:
    ///   - name: What people read in OnCue's tree.
    ///   - icon: File URI of a picture, or the name of an icon.
    ///   - busName: A well-known name of D-Bus, such as `org.example.Concerts`, that no other program has.
    public init(name: String, icon: String = "", busName: String) {
        self.name = name
        self.icon = icon
        self.busName = busName
    }

    /// Where the items come from. A strong reference; setting it is a ``reloadData()``.
    public var dataSource: (any PlayableContentDataSource)? {
        get { state.withLock { $0.dataSource } }
        set {
            state.withLock { $0.dataSource = newValue }
            reloadData()
        }
    }

    /// How items are played. A strong reference; without one nothing plays.
    public var delegate: (any PlayableContentDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// How the service is now; it is not available before the manager runs.
    public var context: PlayableContentManagerContext { state.withLock { $0.context } }

    /// What plays now of this program: the item, and the container through which it was started; the empty identifier
    /// is the top.
    public var nowPlayingIdentifiers: [String] { state.withLock { $0.nowPlaying } }

    // MARK: Running

    /// Shows the content until the task is cancelled; then it returns. A manager runs once at a time.
    ///
    /// Connects to the session bus, or to OnCue's own bus where there is none, and takes the bus name. Registers as
    /// soon as OnCue runs, and again whenever it is started anew; does not start it. OnCue's own bus comes and goes
    /// with OnCue: it is waited for, as often as that happens.
    ///
    /// - Throws: ``PlayableContentError/Code/noBus`` when the session bus cannot be reached or has ended, or no bus can
    ///   be waited for; ``PlayableContentError/Code/nameTaken`` when another program has the name;
    ///   ``PlayableContentError/Code/refused`` when OnCue does not take the program.
    public func run() async throws(PlayableContentError) {
        try await ProviderSession.run(self, on: ProviderSession.location)
    }

    /// Shows the content for as long as the program lives: when ``run()`` ends, what ended it is told on standard error
    /// and the program exits, with status 1 for an error and 0 when the task was cancelled.
    public func runProgram() async -> Never {
        do throws(PlayableContentError) {
            try await run()
        } catch {
            let line = Array("\(busName): \(error.message)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(1)
        }
        exit(0)
    }

    /// The same as ``run()`` on the bus at a D-Bus address.
    package func run(at address: String) async throws(PlayableContentError) {
        try await ProviderSession.run(self, on: .session(address: address))
    }

    /// The same as ``run()`` on OnCue's own bus, whose socket has this path.
    package func run(onOwnBus socketPath: String) async throws(PlayableContentError) {
        try await ProviderSession.run(self, on: .own(socketPath: socketPath))
    }

    // MARK: Changes

    /// Everything may have changed: OnCue asks anew for what it shows, and for what is nominated.
    public func reloadData() {
        change { $0.reload() }
    }

    /// The children of one container have changed; the empty identifier is the top. More than 100 containers that are
    /// told at once are told as ``reloadData()``.
    public func reloadChildItems(ofItemWithIdentifier identifier: String) {
        change { $0.changed(identifier) }
    }

    /// What ``NominatingPlayableContentDataSource/nominatedContentItems()`` gives is something else.
    public func reloadNominations() {
        change { $0.nominate() }
    }

    /// Holds notices back until ``endUpdates()``. Both may be nested: the outermost end tells.
    public func beginUpdates() {
        change { $0.begin() }
    }

    /// Tells what has changed since ``beginUpdates()``: once for each container, or once for everything. Without a
    /// begin that it ends, it does nothing.
    public func endUpdates() {
        change { $0.end() }
    }

    private func change(_ body: (inout PendingChanges) -> Void) {
        state.withLock { state in
            body(&state.changes)
            // Under the lock, so that notices keep their order.
            if let tell = state.tell {
                let notices = state.changes.takeDue()
                if !notices.isEmpty { tell(notices) }
            }
        }
    }

    // MARK: For the session

    /// Has notices told; those of the time before are not, since nobody has asked for anything yet.
    func setTeller(_ tell: (@Sendable ([PendingChanges.Notice]) -> Void)?) {
        state.withLock { state in
            _ = state.changes.takeDue()
            state.tell = tell
        }
    }

    func update(nowPlaying identifiers: [String]) async {
        let delegate = state.withLock { state in
            let isKnown = state.nowPlaying == identifiers
            state.nowPlaying = identifiers
            return isKnown ? nil : state.delegate
        }
        await delegate?.playableContentManager(self, didUpdateNowPlayingIdentifiers: identifiers)
    }

    func update(_ context: PlayableContentManagerContext) async {
        let delegate = state.withLock { state in
            let isKnown = state.context == context
            state.context = context
            return isKnown ? nil : state.delegate
        }
        await delegate?.playableContentManager(self, didUpdate: context)
    }
}
