// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Combines playback and artwork and notifies every publisher, one complete notice for each change.
///
/// A notice of a new track waits a moment for its picture, so that clients do not draw twice.
@MediaActor
package final class NowPlayingCenter {
    /// News for publishers.
    private enum Notice: Sendable {
        case changed(NowPlaying)
        case jumped(Duration)
    }

    /// The usual time that a notice waits for a picture that is not at hand.
    package nonisolated static let artworkPatience: Duration = .milliseconds(80)

    /// The time after which pictures are looked up again when a track begins, since other pictures may be available by
    /// then, such as a cover on the web.
    package nonisolated static let pictureLifetime: Duration = .seconds(600)

    private let artwork: any ArtworkProviding
    private let now: @MediaActor () -> ContinuousClock.Instant
    private let artworkPatience: Duration
    private let opinions: OpinionWatch?
    private let notices = Broadcast<Notice>()
    private var files: [ArtworkReference: ArtworkFiles] = [:]
    /// The times when the pictures were looked up.
    private var looked: [ArtworkReference: ContinuousClock.Instant] = [:]
    private var reference: ArtworkReference?
    private var playback = PlaybackSnapshot()
    private var chapter: CurrentChapter?
    private var jump: Duration?
    private var patience: Task<Void, Never>?

    /// The last published state.
    package private(set) var nowPlaying = NowPlaying() {
        didSet { version &+= 1 }
    }
    /// Changes whenever ``nowPlaying`` may have changed.
    package private(set) var version: UInt64 = 0 { didSet { news.send(()) } }
    /// Sends at once when there is news, even if its notice waits for a picture.
    package let news = Broadcast<Void>()

    /// - Parameters:
    ///   - artworkPatience: The time that a notice waits for a picture that is not at hand.
    ///   - opinions: The user's opinion of the current track; `nil` if nothing keeps it.
    ///   - now: Another clock in tests.
    package init(
        artwork: any ArtworkProviding, artworkPatience: Duration = NowPlayingCenter.artworkPatience,
        opinions: OpinionWatch? = nil, now: @escaping @MediaActor () -> ContinuousClock.Instant = { .now }
    ) {
        self.artwork = artwork
        self.now = now
        self.artworkPatience = artworkPatience
        self.opinions = opinions
        opinions?.changes.listen { [weak self] in
            guard let self else { return }
            news.send(())
            if patience == nil { publish() }
        }
    }

    /// Adds a publisher, which is notified of every change from now on.
    package func add(_ publisher: any NowPlayingPublishing) {
        notices.listen { notice in
            switch notice {
            case .changed(let nowPlaying): publisher.nowPlayingChanged(to: nowPlaying)
            case .jumped(let position): publisher.positionJumped(to: position)
            }
        }
    }

    /// Returns the user's opinion of an item; unknown for any item other than the current one.
    package func opinion(of item: ContentIdentifier?) -> Opinion { opinions?.opinion(of: item) ?? Opinion() }

    /// Publishes a new snapshot, with the present chapter.
    package func update(_ snapshot: PlaybackSnapshot, chapter: CurrentChapter? = nil) {
        playback = snapshot
        self.chapter = chapter
        opinions?.follow(snapshot.entry?.track.identifier)
        let newReference = snapshot.entry?.track.artwork
        if newReference != reference { lookUp(newReference, snapshot.entry?.track.identifier) }
        if patience == nil { publish() }
    }

    /// Publishes the present chapter.
    package func update(_ chapter: CurrentChapter?) {
        self.chapter = chapter
        news.send(())
        if patience == nil { publish() }
    }

    /// Announces a jump of the position, after the change that it belongs to.
    package func announceJump(to position: Duration) {
        guard patience == nil else {
            jump = position
            return
        }
        notices.send(.jumped(position))
    }

    /// Looks the pictures up again, since they may have changed.
    package func forgetPictures() {
        (files, looked, reference) = ([:], [:], nil)
        update(playback, chapter: chapter)
    }

    private func lookUp(_ newReference: ArtworkReference?, _ item: ContentIdentifier?) {
        reference = newReference
        // A jump that still waits belongs to the previous track.
        jump = nil
        patience?.cancel()
        patience = nil
        guard let newReference, let item else { return }
        let isKnown = files[newReference] != nil
        if isKnown, let time = looked[newReference], now() - time < Self.pictureLifetime { return }
        looked[newReference] = now()
        Task { @MediaActor in
            let file = await artwork.files(for: newReference, identifier: item)
            if files.count > 64 {
                files = files.filter { $0.key == reference }
                looked = looked.filter { $0.key == reference }
            }
            files[newReference] = file
            if reference == newReference { endPatience() }
        }
        // Pictures that are known are shown meanwhile.
        guard !isKnown else { return }
        patience = Task { @MediaActor in
            guard (try? await MediaActor.sleep(for: artworkPatience)) != nil else { return }
            if reference == newReference { endPatience() }
        }
    }

    private func endPatience() {
        patience?.cancel()
        patience = nil
        publish()
        guard let jump else { return }
        self.jump = nil
        announceJump(to: jump)
    }

    /// Returns whether only the format of an entry that is being opened differs: it is published together with its
    /// sound, so that it costs no message of its own.
    private func isFormatOfLoading(_ next: NowPlaying) -> Bool {
        guard next.playback.isLoading else { return false }
        var settled = next
        settled.playback.format = nowPlaying.playback.format
        return settled == nowPlaying
    }

    private func publish() {
        let next = NowPlaying(
            playback: playback, pictures: reference.flatMap { files[$0] }, chapter: chapter,
            opinion: opinion(of: playback.entry?.track.identifier))
        guard next != nowPlaying, !isFormatOfLoading(next) else { return }
        nowPlaying = next
        notices.send(.changed(next))
    }
}
