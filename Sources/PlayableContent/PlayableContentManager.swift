// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import Synchronization

/// Adds the tree of a data source to OnCue's tree, under a name and an icon of its own.
///
/// ```swift
/// let manager = PlayableContentManager(name: "Concerts", busName: "org.example.Concerts")
/// manager.dataSource = concerts
/// manager.delegate = concerts
/// await manager.runProgram()
/// ```
///
/// Everything can be called from any thread and returns at once, except ``run()`` and ``runProgram()``.
public final class PlayableContentManager: Sendable {
    private struct State {
        var dataSource: (any PlayableContentDataSource)?
        var delegate: (any PlayableContentDelegate)?
        var context = PlayableContentManagerContext(isEndpointAvailable: false)
        var nowPlaying: [String] = []
        var lifetime: Duration?
        var changes = PendingChanges()
        var tell: (@Sendable ([PendingChanges.Notice]) -> Void)?
    }

    /// The name under which the branch is shown.
    public let name: String
    /// The file URI of a picture, or the name of an icon of at most 200 bytes; may be empty.
    public let icon: String
    /// The well-known name that the program acquires on the bus, which is the identity of the branch.
    public let busName: String

    private let state = Mutex(State())

    /// Creates a manager that does nothing until it runs.
    ///
    /// - Parameters:
    ///   - name: The title of the branch in OnCue's tree.
    ///   - icon: The file URI of a picture, or the name of an icon.
    ///   - busName: A well-known D-Bus name, such as `org.example.Concerts`, that no other program uses.
    public init(name: String, icon: String = "", busName: String) {
        self.name = name
        self.icon = icon
        self.busName = busName
    }

    /// The source of the items. A strong reference; setting it has the effect of ``reloadData()``.
    public var dataSource: (any PlayableContentDataSource)? {
        get { state.withLock { $0.dataSource } }
        set {
            state.withLock { $0.dataSource = newValue }
            reloadData()
        }
    }

    /// The delegate through which items are played. A strong reference; without a delegate nothing can be played.
    public var delegate: (any PlayableContentDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// The time for which OnCue relies on an answer if no change is reported, for content that changes elsewhere;
    /// `nil`, the default, for no limit. An older answer is requested again when it is needed. Set it before the
    /// manager runs; OnCue limits it to between one second and a day.
    public var contentLifetime: Duration? {
        get { state.withLock { $0.lifetime } }
        set { state.withLock { $0.lifetime = newValue } }
    }

    /// The current state of the service, which is not available before the manager runs.
    public var context: PlayableContentManagerContext { state.withLock { $0.context } }

    /// The playing content of this program: the item, and the container through which it was started; the empty
    /// identifier is the top.
    public var nowPlayingIdentifiers: [String] { state.withLock { $0.nowPlaying } }

    // MARK: Running

    /// Provides the content until the task is cancelled; then it returns. A manager runs once at a time.
    ///
    /// Connects to the session bus, or to OnCue's own bus if there is none, and acquires the bus name. Registers as
    /// soon as OnCue runs, and whenever it is restarted; does not start it. OnCue's own bus starts and ends with OnCue,
    /// and is waited for each time.
    ///
    /// - Throws: ``PlayableContentError/Code/noBus`` if the session bus cannot be reached or has closed, or no bus can
    ///   be waited for; ``PlayableContentError/Code/nameTaken`` if another program has the name;
    ///   ``PlayableContentError/Code/refused`` if OnCue does not accept the program.
    public func run() async throws(PlayableContentError) {
        try await ProviderSession.run(self, on: ProviderSession.location)
    }

    /// Provides the content for as long as the program lives: when ``run()`` ends, the reason is printed on standard
    /// error and the program exits, with status 1 for an error and 0 if the task was cancelled.
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

    /// Like ``run()``, but on the bus at a D-Bus address.
    package func run(at address: String) async throws(PlayableContentError) {
        try await ProviderSession.run(self, on: .session(address: address))
    }

    /// Like ``run()``, but on OnCue's own bus, whose socket has this path.
    package func run(onOwnBus socketPath: String) async throws(PlayableContentError) {
        try await ProviderSession.run(self, on: .own(socketPath: socketPath))
    }

    // MARK: Changes

    /// Reports that everything may have changed: OnCue reloads the displayed items, and the nominations.
    public func reloadData() {
        change { $0.reload() }
    }

    /// Reports that the children of one container have changed; the empty identifier is the top. More than 100
    /// containers reported at once are treated as ``reloadData()``.
    public func reloadChildItems(ofItemWithIdentifier identifier: String) {
        change { $0.changed(identifier) }
    }

    /// Reports that the result of ``NominatingPlayableContentDataSource/nominatedContentItems()`` has changed.
    public func reloadNominations() {
        change { $0.nominate() }
    }

    /// Delays notices until ``endUpdates()``. Calls may be nested; the outermost end sends the notices.
    public func beginUpdates() {
        change { $0.begin() }
    }

    /// Sends the changes since ``beginUpdates()``: one notice for each container, or one for everything. Does nothing
    /// without a matching begin.
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

    /// Sets the receiver of notices; earlier ones are dropped, since nothing has been requested yet.
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
