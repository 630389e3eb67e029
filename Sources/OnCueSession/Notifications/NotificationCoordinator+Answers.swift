// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications
internal import OnCueRuntime

/// The responses of programs and of the parts of the service: completing a notification, and delivering the user's
/// answer.
@MediaActor
extension NotificationCoordinator {
    // MARK: Completing

    /// Lets a notification be completed in time; a late completion replaces it in place.
    func completeSoon(_ record: NotificationRecord, _ client: NotificationClient) async {
        guard let number = record.delivery?.number, let content = record.delivery?.content else { return }
        let own = client.name == ServiceNames.busName ? completers[content.category] : nil
        let isForeign = content.isMutable && client.completer != nil
        guard own != nil || isForeign else { return }
        var request = record.request
        request.content = content
        let work = Task { @MediaActor [weak programs] in
            if let own { await own(request) } else { await programs?.complete(request, by: client) }
        }
        let name = record.name
        let done = OneSignal()
        let timeout = Task { @MediaActor in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            done.end()
            guard (try? await MediaActor.sleep(for: Self.lateCompletion)) != nil else { return }
            work.cancel()
        }
        Task { @MediaActor [weak self] in
            let completed = await work.value
            let isLate = done.isOver
            timeout.cancel()
            if let completed, let self { await self.completed(name, number, completed, isLate: isLate) }
            done.end()
        }
        await done.wait()
    }

    /// Changes the content of a delivered notification of the service, in place and quietly.
    package func amend(_ name: Name, _ number: Int64, _ content: NotificationContent) async {
        await completed(name, number, content, isLate: true)
    }

    private func completed(_ name: Name, _ number: Int64, _ content: NotificationContent, isLate: Bool) async {
        guard book.records[name]?.delivery?.number == number else { return }
        // Content that the program may not show is ignored.
        let request = NotificationRequest(name, content)
        guard (try? request.check(at: clock.now().wall)) != nil else {
            return log.warning(
                "a notification was completed with values that cannot be used", ["name": name.identifier])
        }
        await carryOut(book.complete(name, number: number, content))
        if isLate, book.records[name].map(isOnScreen) == true { _ = await show(name, isQuiet: true) }
    }

    // MARK: Responding

    func respond(_ response: NotificationResponse) {
        responses.send(response)
        open.append(response)
        send(to: response.name.client)
    }

    /// Passes the answers that a program has not received to it, one after the other.
    package func send(to client: String) {
        guard sending[client] == nil else {
            sentAgain.insert(client)
            return
        }
        sending[client] = Task { @MediaActor [weak self] in
            while let self, !Task.isCancelled, let next = open.first(where: { $0.name.client == client }) {
                sentAgain.remove(client)
                // The program may have arrived during the search for it.
                guard await hand(over: next) || sentAgain.contains(client) else { break }
            }
            self?.sending[client] = nil
        }
    }

    /// - Returns: False while the program cannot be reached.
    private func hand(over response: NotificationResponse) async -> Bool {
        let own = response.name.client == ServiceNames.busName
        let client = book.clients[response.name.client]
        if !own, let client, client.handler != nil {
            guard let programs, await programs.canReach(client) else { return false }
        }
        let handler = own ? ownHandlers[response.content.category] : nil
        if let handler, handler.isLasting(response.answer) {
            await handler.handle(response)
            open.removeAll { $0.number == response.number }
            do throws(ContentError) { try await store.remove(response: response.number) } catch {
                log.warning("an answer is kept and may come again", ["error": error.message])
            }
            return true
        }
        // At most once: the answer is removed before it is sent.
        do throws(ContentError) {
            if !response.content.isTransient { try await store.remove(response: response.number) }
        } catch {
            log.warning("an answer cannot be handed over", ["error": error.message])
            guard own else { return false }
        }
        open.removeAll { $0.number == response.number }
        if own {
            await handler?.handle(response)
        } else if let client, client.handler != nil {
            do { try await programs?.respond(response, to: client) } catch {
                log.warning("a program failed at an answer", ["program": client.name, "error": "\(error)"])
            }
        }
        return true
    }
}

/// The handler of the answers to the service's own notifications of a category.
struct OwnHandler {
    /// The actions whose answers are kept until they are handled.
    var lasting: Set<String>
    var handle: @MediaActor (NotificationResponse) async -> Void

    func isLasting(_ answer: NotificationAnswer) -> Bool {
        if case .custom(let action) = answer.action { lasting.contains(action) } else { false }
    }
}

/// Lets one caller wait until something has ended.
@MediaActor
private final class OneSignal {
    private(set) var isOver = false
    private var waiter: CheckedContinuation<Void, Never>?

    func wait() async {
        guard !isOver else { return }
        await withCheckedContinuation { waiter = $0 }
    }

    func end() {
        isOver = true
        waiter?.resume()
        waiter = nil
    }
}
