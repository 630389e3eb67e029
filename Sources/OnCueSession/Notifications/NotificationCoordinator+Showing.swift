// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueNotifications
internal import OnCueRuntime

/// The display of notifications: one after the other, threads as one, and again on screens that have become available.
@MediaActor
extension NotificationCoordinator {
    func keys() -> [Name: String] {
        book.delivered.reduce(into: [:]) { $0[$1.name] = ShownNotification.key(of: $1) }
    }

    /// Shows notifications one after the other, in their order.
    func present(_ name: Name) {
        let before = showing[name.client]
        showing[name.client] = Task { @MediaActor [weak self] in
            await before?.value
            guard !Task.isCancelled else { return }
            await self?.presentNow(name)
        }
    }

    private func presentNow(_ name: Name) async {
        guard let record = book.records[name], let delivery = record.delivery,
            delivery.phase == .due || delivery.phase == .presented,
            let client = book.clients[name.client], client.shows(delivery.content.category),
            !isLocked() || delivery.content.privacy != .hidden
        else { return }
        await carryOut(book.presenting(name))
        await completeSoon(record, client)
        guard let current = book.records[name], current.delivery?.number == delivery.number else { return }
        let isTaken = current.isTransient ? false : await isTaken(current, delivery.number)
        let content = book.records[name]?.delivery?.content
        let shown = isTaken ? (screen: "watcher", mark: nil) : await show(name, isQuiet: false)
        // The client that watches shows it in place of all screens.
        if isTaken { for screen in screens { screen.withdraw(ShownNotification.key(of: current)) } }
        await noteShown(name, delivery.number, shown)
        showBadge(of: name.client)
        // It may have been changed while the screen was about to show it.
        guard let after = book.records[name], after.delivery?.number == delivery.number,
            after.delivery?.content != content, isOnScreen(after)
        else { return }
        _ = await show(name, isQuiet: true)
    }

    /// Shows the thread of a notification on the first screen that accepts it.
    func show(_ name: Name, isQuiet: Bool) async -> (screen: String, mark: String?)? {
        let thread = book.thread(of: name)
        guard let client = book.clients[name.client], let category = thread.last?.delivery?.content.category,
            client.shows(category),
            let notification = ShownNotification(
                thread, of: client, isQuiet: isQuiet, isLocked: isLocked(), now: clock.now().wall,
                time: timeText)
        else { return nil }
        let isVeiled = isLocked() && thread.contains { $0.delivery?.content.privacy != .shown }
        if isVeiled { veiled.insert(notification.number) } else { veiled.remove(notification.number) }
        for screen in screens {
            let earlier = thread.last { $0.delivery?.screen == screen.name && $0.delivery?.mark != nil }
            if let mark = await screen.show(notification, replacing: earlier?.delivery?.mark) {
                // It may have been answered, or removed, before the screen had it.
                guard book.records[name]?.delivery != nil else {
                    withdraw(name, key: notification.key)
                    return nil
                }
                return (screen.name, mark)
            }
        }
        return nil
    }

    private func noteShown(_ name: Name, _ number: Int64, _ shown: (screen: String, mark: String?)?) async {
        await carryOut(
            book.presented(name, number: number, on: shown?.screen, mark: shown?.mark, at: clock.now().wall))
    }

    func withdraw(_ name: Name, key: String?) {
        let key = key ?? name.client + "\n" + name.identifier
        // The rest of its thread stays on the screen.
        let rest = book.delivered.first { record in
            record.name.client == name.client && ShownNotification.key(of: record) == key && isOnScreen(record)
        }
        if let rest {
            Task { @MediaActor [weak self] in _ = await self?.show(rest.name, isQuiet: true) }
        } else {
            for screen in screens { screen.withdraw(key) }
        }
        showBadge(of: name.client)
    }

    /// Returns whether a screen of the service shows it, and not only the list or a client that watches.
    func isOnScreen(_ record: NotificationRecord) -> Bool {
        guard let delivery = record.delivery, delivery.phase == .delivered else { return false }
        return screens.contains { $0.name == delivery.screen }
    }

    /// Withdraws the notifications that a program may no longer show; they stay in the list.
    func takeAwayRefused(of name: String) {
        guard let client = book.clients[name] else { return }
        let shown = book.delivered.filter(isOnScreen) + book.transient
        for record in shown where record.name.client == name {
            guard let content = record.delivery?.content, !client.shows(content.category) else { continue }
            for screen in screens { screen.withdraw(ShownNotification.key(of: record)) }
        }
    }

    /// Sets the number and the progress on an icon, but leaves an icon alone that has never had any from here.
    func showBadge(of client: String) {
        let (number, progress) = (book.badge(of: client), book.progress(of: client))
        if badges[client, default: 0] != number {
            badges[client] = number
            for screen in screens { screen.showBadge(number, of: client) }
        }
        if progresses[client] != progress {
            progresses[client] = progress
            for screen in screens { screen.showProgress(progress, of: client) }
        }
    }

    /// Shows on a screen that has appeared, or was restarted, the notifications that it no longer shows and those never
    /// shown.
    func showAgain(on screen: any NotificationScreen) {
        for client in book.clients.keys {
            let (number, progress) = (book.badge(of: client), book.progress(of: client))
            (badges[client], progresses[client]) = (number, progress)
            if number != 0 { screen.showBadge(number, of: client) }
            if progress != nil { screen.showProgress(progress, of: client) }
        }
        for record in book.transient {
            guard record.delivery?.content.manner?.isLasting == true else {
                gone(record.name, record.delivery?.number ?? 0)
                continue
            }
            Task { @MediaActor [weak self] in _ = await self?.show(record.name, isQuiet: true) }
        }
        let earliest = clock.now().wall - NotificationLimits.lateness
        let lost = book.delivered.filter { record in
            guard let delivery = record.delivery, delivery.phase == .delivered, delivery.due >= earliest else {
                return false
            }
            return delivery.screen == nil || delivery.screen == screen.name
        }
        var keys: Set<String> = []
        for record in lost.prefix(Self.restored).reversed()
        where keys.insert(ShownNotification.key(of: record)).inserted {
            let isQuiet = record.delivery?.screen != nil
            Task { @MediaActor [weak self] in
                guard let self, let shown = await show(record.name, isQuiet: isQuiet) else { return }
                await noteShown(record.name, record.delivery?.number ?? 0, shown)
            }
        }
    }

    /// Handles a notification that has left the screen without an answer, which is the end of one that is only shown.
    func gone(_ name: Name, _ number: Int64) {
        guard let record = book.records[name], record.isTransient, record.delivery?.number == number else { return }
        _ = book.removeTransient(name)
        lapses[record.request.content.category]?(name)
    }

    /// Asks the clients that watch whether one of them shows it.
    private func isTaken(_ record: NotificationRecord, _ number: Int64) async -> Bool {
        guard !watchers.isEmpty else {
            presentations.send(record)
            return false
        }
        let timeout = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.watcherPatience)) != nil else { return }
            self?.taken.removeValue(forKey: number)?.resume(returning: false)
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation {
            taken[number] = $0
            presentations.send(record)
        }
    }
}
