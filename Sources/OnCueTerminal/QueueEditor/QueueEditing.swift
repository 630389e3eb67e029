// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Carries out the requests of the queue editor to the service. Edits run one after the other; all results are
/// delivered as events.
final class QueueEditing: ScreenService {
    /// Runs file checks, since a disk may be slow.
    private static let disks = BlockingExecutor(label: "oncue.files")

    private let service: any MediaServiceClient
    private let files: LocalFiles
    private let tell: @Sendable (QueueEvent) -> Void
    private let edits: AsyncStream<QueueAction>.Continuation
    private var tasks: [Task<Void, Never>] = []
    private var filtering = FilterErrand()

    init(_ context: CommandContext, _ tell: @escaping @Sendable (QueueEvent) -> Void) {
        let service = context.service
        self.service = service
        files = context.files
        self.tell = tell
        let (actions, edits) = AsyncStream.makeStream(of: QueueAction.self, bufferingPolicy: .unbounded)
        self.edits = edits
        tasks = [
            Task { @Sendable in
                for await action in actions { tell(.edited(await Self.carryOut(action, service))) }
            },
            Task { @Sendable in
                for await update in service.queueUpdates() {
                    switch update {
                    case .changed: tell(.changed)
                    case .edited(let change): tell(.difference(change))
                    case .serviceLost: break
                    }
                }
            },
        ]
    }

    func end() {
        edits.finish()
        for task in tasks { task.cancel() }
        filtering.end()
    }

    func perform(_ effect: QueueEffect) {
        switch effect {
        case .fetch(let fetch): read(fetch)
        case .compare(let revision):
            let (service, tell) = (service, tell)
            Task { @Sendable in tell(.compared(try? await service.queueChanges(since: revision))) }
        case .edit(let action): edits.yield(action)
        case .play(let entry):
            act { service async throws(ClientError) in
                try await service.perform(.playEntry(Self.number(entry)))
                return ""
            }
        case .toggle:
            act { service async throws(ClientError) in
                try await service.perform(.toggle)
                return ""
            }
        case .save(let name):
            act { service async throws(ClientError) in
                let count = try await service.saveQueue(as: name).count
                return "Saved \(ContentPhrase.count(count, "track")) as \"\(name)\""
            }
        case .suspend, .quit: break
        }
    }

    private func act(_ action: @escaping @Sendable (any MediaServiceClient) async throws(ClientError) -> String) {
        let (service, tell) = (service, tell)
        Task { @Sendable in
            do throws(ClientError) {
                let sentence = try await action(service)
                if !sentence.isEmpty { tell(.told(sentence)) }
            } catch {
                tell(.told("! " + error.message))
            }
        }
    }

    /// Performs an edit, and returns a message about its result; empty if the list shows it.
    private static func carryOut(_ action: QueueAction, _ service: any MediaServiceClient) async -> String {
        do throws(ClientError) {
            switch action {
            case .remove(let entry, let title):
                try await service.perform(.removeEntry(number(entry)))
                return "Removed \(title); press u to undo"
            case .move(let entry, let index):
                try await service.perform(.moveEntry(number(entry), to: index))
                return ""
            case .undo: return "Undone: " + UndoCommand.phrase(try await service.undoEdit())
            case .clear:
                try await service.perform(.clearQueue)
                return "The queue is empty; press u to undo"
            }
        } catch {
            return "! " + error.message
        }
    }

    private static func number(_ entry: String) -> PlaybackQueue.EntryID { PlaybackQueue.EntryID(UInt64(entry) ?? 0) }

    // MARK: Reading

    private func read(_ fetch: BrowserFetch) {
        let (service, files, tell) = (service, files, tell)
        guard let matcher = fetch.filter else {
            Task { @Sendable in tell(await Self.page(fetch, service, files)) }
            return
        }
        filtering.begin(matcher) {
            let event = await Self.page(fetch, service, files)
            guard case .page(_, let page) = event else { return event }
            return .filtered(fetch, BrowserFilterStep(page.listing(), matcher))
        } tell: {
            tell($0)
        }
    }

    private static func page(
        _ fetch: BrowserFetch, _ service: any MediaServiceClient, _ files: LocalFiles
    ) async -> QueueEvent {
        do throws(ClientError) {
            let page = try await service.queue(offset: fetch.offset, limit: fetch.limit)
            return .page(fetch, await disks.run { page.markingMissing(files) })
        } catch {
            return .pageFailed(fetch, error)
        }
    }
}
