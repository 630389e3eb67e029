// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension ServiceContract {
    /// Checks pages in browsers, none of which is chosen.
    package static func browsers(_ service: some BrowserService, _ notes: Notes) async throws {
        let page = BrowserPage("browser:1", title: "Phone", page: "first")
        let wish = notes.heard(try await service.followBrowser(page))
        notes.expect(!wish.isHere && wish.medium.isEmpty, "a page that is not chosen has nothing to play")
        var other = BrowserPage("browser:1", title: "Phone", page: "second")
        notes.expect(try await service.followBrowser(other).isReplaced, "a second page of a device waits")
        other.isTaking = true
        notes.expect(try await !service.followBrowser(other).isReplaced, "until it takes the place of the first")
        notes.expect(try await service.followBrowser(page).isReplaced, "which is told so")
        other.isLeaving = true
        _ = try await service.followBrowser(other)
        notes.expect(try await !service.followBrowser(page).isReplaced, "when it leaves, the place is free")
        await notes.expect(.refused, "a page is no other output") {
            _ = try await service.followBrowser(BrowserPage("speakers", title: "", page: "p"))
        }
        for medium in ["", "0", "../../etc/passwd", "/etc/passwd", "file:///etc/passwd"] {
            await notes.expect(.notFound, "only what is to be played can be read") {
                _ = try await service.browserMedium(BrowserPart("browser:1", medium, offset: 0))
            }
        }
    }
}
