// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PageFiles {
    /// Every file in `Page`, by the name under which a browser asks for it.
    static let contents: [(name: String, bytes: [UInt8])] = [
        ("icon-192.png", PackageResources.icon_192_png), ("icon-512.png", PackageResources.icon_512_png),
        ("here.js", PackageResources.here_js), ("icon-maskable.png", PackageResources.icon_maskable_png),
        ("icon.svg", PackageResources.icon_svg),
        ("index.html", PackageResources.index_html), ("library.js", PackageResources.library_js),
        ("lists.js", PackageResources.lists_js), ("manifest.webmanifest", PackageResources.manifest_webmanifest),
        ("offers.js", PackageResources.offers_js), ("page.css", PackageResources.page_css),
        ("page.js", PackageResources.page_js), ("parts.js", PackageResources.parts_js),
        ("player.js", PackageResources.player_js), ("queue.js", PackageResources.queue_js),
        ("screens.js", PackageResources.screens_js), ("service.js", PackageResources.service_js),
        ("sound.js", PackageResources.sound_js), ("waiting.js", PackageResources.waiting_js),
    ]
}
