// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import PackageDescription

/// Debug builds optimise, too, as most of the time of the tests would pass in code that is not. No check is left out.
/// What another package depends on may have no such flags.
let optimised: [SwiftSetting] =
    Context.packageDirectory.contains("/checkouts/")
    ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// Settings of every Swift target: language mode 6, warnings are errors.
let plain: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// The same, for all but what would take long to compile, and then computes little.
let house = plain + optimised

/// Whether a sanitizer is built in, which no static program can have; `Scripts/test-sanitized` sets it.
let isSanitized = Context.environment["ONCUE_SANITIZED"] != nil

/// Wrappers and the runtime touch C memory, so every unsafe use is spelled out.
let wrapper: [SwiftSetting] = house + [.strictMemorySafety()]

let package = Package(
    name: "OnCue",
    products: [
        .executable(name: "oncue", targets: ["oncue"]),
        .executable(name: "oncued", targets: ["oncued"]),
        .executable(name: "oncue-now", targets: ["oncue-now"]),
        .executable(name: "oncue-picture", targets: ["oncue-picture"]),
        .executable(name: "oncue-link", targets: ["oncue-link"]),
        .executable(name: "oncue-web", targets: ["oncue-web"]),
        .executable(name: "oncue-mpd", targets: ["oncue-mpd"]),
        .executable(name: "oncue-subsonic", targets: ["oncue-subsonic"]),
        .executable(name: "oncue-record", targets: ["oncue-record"]),
        .executable(name: "oncue-recognise", targets: ["oncue-recognise"]),
        .library(name: "PlayableContent", targets: ["PlayableContent"]),
    ],
    targets: [
        // C side
        .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CGStreamer", pkgConfig: "gstreamer-audio-1.0 gstreamer-pbutils-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
        .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CTagLib", pkgConfig: "taglib", providers: [.apt(["libtag1-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "hogweed nettle gmp", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(
            name: "CPocketSphinx", pkgConfig: "pocketsphinx", providers: [.apt(["libpocketsphinx-dev"])]),
        .systemLibrary(name: "CPulseSimple", pkgConfig: "libpulse-simple", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "COnCueShims", dependencies: ["CGLib"]),
        .target(name: "COnCueGStreamerShims", dependencies: ["CGLib", "CGStreamer"]),
        .target(name: "COnCuePulseShims", dependencies: ["CPulse"]),
        .target(name: "COnCuePushShims", dependencies: ["CNettle"]),
        .target(name: "COnCueSecretShims", dependencies: ["CNettle"]),
        .target(name: "COnCueLinkShims", dependencies: ["CGLib", "CGnuTLS"]),
        .target(name: "COnCueWebShims", dependencies: ["CGLib", "CGnuTLS"]),
        .target(name: "COnCueSocketShims"),
        .target(name: "COnCueSpeechShims", dependencies: ["CPocketSphinx"]),
        .target(name: "CTagLibShim", dependencies: ["CTagLib"]),

        // Pure values
        .target(name: "OnCueCore", swiftSettings: house),
        .target(name: "OnCueQuery", dependencies: ["OnCueCore"], swiftSettings: house),
        .target(name: "PlaylistFormats", dependencies: ["OnCueCore"], swiftSettings: house),
        .target(name: "OpenDirectories", dependencies: ["JSON", "OnCueCore"], swiftSettings: house),
        .target(
            name: "OnCueSuggestions", exclude: ["Raising/README.md", "Triggers/README.md"], swiftSettings: house),
        .target(name: "OnCueActivities", dependencies: ["OnCueCore"], swiftSettings: house),
        .target(name: "OnCueNotifications", dependencies: ["OnCueActivities", "OnCueCore"], swiftSettings: house),
        .target(name: "JSON", dependencies: ["OnCueCore"], swiftSettings: house),
        .target(name: "TextOutput", dependencies: ["OnCueCore"], swiftSettings: house),
        .target(name: "CommandLineParsing", dependencies: ["TextOutput"], swiftSettings: house),
        .target(
            name: "OnCueIntents",
            dependencies: ["OnCueSentences", "OnCueSuggestions", "TextOutput", "JSON", "OnCueCore"],
            resources: [.embedInCode("Resources")], swiftSettings: house),
        .target(
            name: "OnCueSentences", dependencies: ["TextOutput", "JSON", "OnCueCore"],
            resources: [.embedInCode("Languages")], swiftSettings: house),
        .target(
            name: "AssistantProtocol", dependencies: ["TextOutput", "JSON", "OnCueCore"], swiftSettings: house),
        .target(
            name: "OnCueVoice", dependencies: ["OnCueSentences", "JSON"],
            resources: [.embedInCode("Phrases")], swiftSettings: house),
        .target(name: "SnapcastControl", dependencies: ["JSON", "OnCueCore"], swiftSettings: house),
        .target(name: "MPDProtocol", dependencies: ["OnCueCore"], swiftSettings: house),
        .target(name: "Scrobbling", dependencies: ["TextOutput", "JSON", "OnCueCore"], swiftSettings: house),
        .target(name: "SubsonicProtocol", dependencies: ["JSON", "OnCueCore"], swiftSettings: house),
        .target(name: "BusValues", swiftSettings: house),

        // Media files in Swift alone
        .target(name: "MediaChapters", dependencies: ["OnCueCore"], swiftSettings: house),

        // Runtime and wrappers
        .target(name: "OnCueRuntime", dependencies: ["OnCueCore", "CGLib"], swiftSettings: wrapper),
        .target(
            name: "OnCueInterface",
            dependencies: [
                "OnCueIntents", "OnCueNotifications", "OnCueActivities", "OnCueQuery", "OnCueCore", "OnCueRuntime",
                "BusValues",
            ],
            swiftSettings: house),
        .target(
            name: "GLib", dependencies: ["OnCueRuntime", "BusValues", "CGLib", "COnCueShims"], swiftSettings: wrapper),
        .target(
            name: "GStreamer", dependencies: ["OnCueRuntime", "CGStreamer", "COnCueGStreamerShims"],
            swiftSettings: wrapper),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: wrapper),
        .target(name: "Pictures", dependencies: ["CGdkPixbuf"], swiftSettings: wrapper),
        .target(name: "Chafa", dependencies: ["CChafa"], swiftSettings: wrapper),
        .target(
            name: "WebPush", dependencies: ["COnCuePushShims", "JSON"], swiftSettings: wrapper
        ),
        .target(name: "TagReading", dependencies: ["CTagLibShim"], swiftSettings: wrapper),
        .target(name: "Cities", dependencies: ["OnCueCore", "COnCueShims"], swiftSettings: wrapper),
        .target(name: "XMLReading", dependencies: ["CLibXML2"], swiftSettings: wrapper),
        .target(
            name: "WebPages", dependencies: ["XMLReading", "JSON", "OnCueCore"],
            swiftSettings: house),
        .target(name: "HTTPClient", dependencies: ["OnCueCore", "OnCueRuntime", "CSoup"], swiftSettings: wrapper),
        .target(
            name: "PocketSphinx", dependencies: ["CPocketSphinx", "COnCueSpeechShims"], swiftSettings: wrapper),
        .target(
            name: "PulseAudio", dependencies: ["OnCueRuntime", "CPulse", "COnCuePulseShims"], swiftSettings: wrapper),

        .target(
            name: "OnCueHandoff",
            dependencies: [
                "OnCueInterface", "OnCueActivities", "TextOutput", "JSON", "BusValues", "OnCueCore",
            ],
            swiftSettings: house),
        .target(
            name: "PairedMachines", dependencies: ["TextOutput", "JSON", "OnCueCore"], swiftSettings: house),
        .target(
            name: "WebAccess", dependencies: ["PairedMachines", "TextOutput", "JSON", "OnCueCore"],
            swiftSettings: house),
        .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: wrapper),
        .target(
            name: "WebServing",
            dependencies: ["WebAccess", "JSON", "OnCueRuntime", "CGLib", "CSoup", "COnCueWebShims"],
            swiftSettings: wrapper),
        .target(
            name: "SharedListening",
            dependencies: [
                "OnCueHandoff", "OnCueInterface", "OnCueSession", "OnCueSuggestions", "TextOutput", "JSON",
                "OnCueCore",
            ],
            swiftSettings: house),
        .target(
            name: "MachineLink", dependencies: ["PairedMachines", "GLib", "OnCueRuntime", "CGLib", "COnCueLinkShims"],
            swiftSettings: wrapper),
        .target(name: "StatusAnswers", swiftSettings: house),
        .target(
            name: "OnCuePhrases",
            dependencies: [
                "StatusAnswers", "OnCueNotifications", "OnCueInterface", "OnCueActivities", "OnCueSuggestions",
                "TextOutput", "JSON", "BusValues", "OnCueCore",
            ],
            swiftSettings: house),

        // Session: ports and coordinators
        .target(
            name: "OnCueSession",
            dependencies: [
                "OnCueIntents", "OnCueNotifications",
                "OnCueInterface", "OnCueActivities", "OnCueSuggestions", "OnCueQuery", "OnCueCore", "OnCueRuntime",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueDesk",
            dependencies: [
                "OnCuePhrases", "OnCueSentences", "OnCueIntents", "OnCueNotifications",
                "OnCueInterface", "OnCueSession", "OnCueActivities", "OnCueSuggestions", "OnCueQuery", "OnCueCore",
                "OnCueRuntime", "StatusAnswers", "JSON", "BusValues",
            ],
            swiftSettings: house),

        // Adapters
        .target(
            name: "OnCuePlayback",
            dependencies: ["OnCueSession", "OnCueCore", "OnCueRuntime", "GStreamer", "HTTPClient"],
            swiftSettings: house),
        .target(name: "FileAccess", dependencies: [], swiftSettings: house),
        .target(
            name: "LinkedMedia",
            dependencies: [
                "PairedMachines", "OnCueHandoff", "OnCueSession", "OnCueInterface", "FileAccess", "HTTPClient",
                "TextOutput", "JSON", "OnCueCore", "OnCueRuntime",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueMedia",
            dependencies: [
                "OnCueSession", "TagReading", "Pictures", "GLib", "OnCueRuntime", "MediaChapters", "FileAccess",
                "OnCueCore",
            ],
            resources: [.embedInCode("Artwork/Resources")], swiftSettings: house),
        .target(
            name: "OnCueCatalog",
            dependencies: [
                "OnCueMedia", "OnCueInterface", "OnCueSession", "FileAccess", "PlaylistFormats", "OnCueQuery",
                "OnCueCore", "OnCueRuntime", "SQLite", "TagReading", "GLib",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueState",
            dependencies: [
                "OnCueNotifications",
                "OnCueCatalog", "OnCueSession", "OnCueInterface", "SQLite", "GLib", "OnCueRuntime", "FileAccess",
                "OnCueActivities", "OnCueSuggestions", "OnCueCore", "SharedListening", "JSON",
            ],
            swiftSettings: house),
        .target(
            name: "OnCuePlaylists",
            dependencies: [
                "SharedListening", "OnCueSession", "PlaylistFormats", "OnCueQuery", "OnCueCore", "OnCueRuntime",
                "XMLReading",
                "HTTPClient", "WebPages", "OpenDirectories",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueOutputs",
            dependencies: [
                "SnapcastControl", "OnCueSession", "OnCueSuggestions", "JSON", "OnCueCore",
                "OnCueRuntime", "PulseAudio", "GLib",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueBus",
            dependencies: ["OnCueInterface", "OnCueSession", "OnCueCore", "OnCueRuntime", "GLib", "BusValues"],
            resources: [.embedInCode("Introspection")], swiftSettings: house),
        .target(name: "SystemServices", dependencies: ["GLib", "OnCueRuntime", "BusValues"], swiftSettings: house),
        .target(
            name: "SecretService", dependencies: ["COnCueSecretShims", "GLib", "OnCueRuntime", "BusValues"],
            swiftSettings: wrapper),
        .target(
            name: "ServiceDiscovery", dependencies: ["SystemServices", "GLib", "OnCueRuntime", "BusValues"],
            swiftSettings: house),
        .target(
            name: "OnCuePlayers",
            dependencies: [
                "SystemServices", "OnCueBus", "OnCueSession", "OnCueInterface", "GLib", "OnCueRuntime", "BusValues",
                "OnCueSuggestions", "OnCueQuery", "OnCueCore",
            ],
            swiftSettings: house),
        .target(
            name: "TelevisionExport",
            dependencies: [
                "OnCueBus", "OnCueSession", "OnCueCore", "OnCueRuntime", "FileAccess", "GLib", "BusValues",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueDesktop",
            dependencies: [
                "OnCueNotifications",
                "Cities", "SystemServices", "OnCueSession", "OnCueInterface", "GLib", "OnCueRuntime", "BusValues",
                "OnCueSuggestions", "OnCueCore", "WebPush",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueProviders",
            dependencies: [
                "OnCueIntents", "OnCueNotifications",
                "OnCueSession", "OnCueInterface", "GLib", "OnCueRuntime", "BusValues", "OnCueActivities",
                "OnCueSuggestions", "OnCueQuery", "OnCueCore",
            ],
            swiftSettings: house),
        .target(
            name: "OnCuePodcasts",
            dependencies: [
                "OnCueSession", "OnCueQuery", "OnCueCore", "OnCueRuntime", "SQLite", "XMLReading", "HTTPClient",
                "WebPages",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueScrobbling",
            dependencies: [
                "Scrobbling", "OnCueSession", "OnCueInterface", "OnCueCore", "OnCueRuntime", "HTTPClient", "GLib",
            ],
            swiftSettings: house),

        // Application and client
        .target(
            name: "OnCueService",
            dependencies: [
                "LinkedMedia", "PairedMachines", "ServiceDiscovery", "OnCueHandoff", "OnCueIntents",
                "OnCueNotifications",
                "OnCueProviders", "OnCueDesktop", "OnCuePlayers", "SystemServices", "OnCueState", "OnCueMedia",
                "OnCuePlayback", "OnCueCatalog", "OnCuePodcasts", "OnCuePlaylists", "OnCueOutputs", "OnCueBus",
                "OnCueDesk", "OnCueInterface", "OnCueSession", "OnCueActivities", "OnCueSuggestions", "OnCueCore",
                "OnCueRuntime", "HTTPClient", "GLib", "BusValues", "CommandLineParsing", "JSON", "OnCueQuery",
                "WebPush",
                "SharedListening", "OnCueScrobbling", "StatusAnswers", "TelevisionExport",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueClient",
            dependencies: [
                "OnCueIntents", "OnCueNotifications", "OnCueInterface", "GLib", "BusValues", "OnCueActivities",
                "OnCueQuery", "OnCueCore", "OnCueRuntime",
            ],
            swiftSettings: house),
        .target(
            name: "PlayerControl",
            dependencies: ["OnCueClient", "OnCueInterface", "GLib", "BusValues", "OnCueCore", "OnCueRuntime"],
            swiftSettings: house),
        .target(
            name: "WebInterface",
            dependencies: [
                "WebAccess", "OnCueClient", "OnCuePhrases", "OnCueNotifications", "OnCueActivities", "OnCueInterface",
                "BusValues", "JSON", "OnCueCore",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueDoctor",
            dependencies: [
                "PlayerControl", "OnCueClient", "OnCueInterface", "OnCueActivities", "OnCueIntents", "OnCueSuggestions",
                "GLib", "BusValues", "OnCueCore", "OnCueRuntime",
            ],
            swiftSettings: house),
        .target(
            name: "OnCueTerminal",
            dependencies: [
                "SnapcastControl", "AssistantProtocol", "OnCueVoice", "OnCueIntents", "OnCueNotifications",
                "FileAccess", "PairedMachines", "OnCueHandoff", "OnCueDoctor", "PlayerControl", "OnCueClient",
                "OnCuePhrases", "OnCueInterface", "BusValues", "SharedListening", "WebAccess",
                "OnCueActivities", "OnCueSuggestions", "OnCueQuery", "OnCueCore", "OnCueRuntime", "CommandLineParsing",
                "TextOutput",
                "JSON",
            ],
            swiftSettings: house),
        .target(
            name: "PlayableContent", dependencies: ["GLib", "BusValues", "OnCueCore", "OnCueRuntime"],
            swiftSettings: house),
        .executableTarget(name: "oncued", dependencies: ["OnCueService"], swiftSettings: house),
        .executableTarget(
            name: "oncue", dependencies: ["OnCueTerminal"], swiftSettings: house,
            linkerSettings: isSanitized
                ? []
                : [.unsafeFlags(["-static-stdlib", "-Xlinker", "--no-export-dynamic"], .when(configuration: .debug))]),
        // Runs before every command, so nothing is looked up in shared libraries.
        .executableTarget(
            name: "oncue-now", dependencies: ["StatusAnswers", "OnCueCore"], swiftSettings: house,
            linkerSettings: isSanitized ? [] : [.unsafeFlags(["-static-executable"])]),
        .executableTarget(name: "oncue-picture", dependencies: ["Chafa", "Pictures"], swiftSettings: house),
        .executableTarget(
            name: "oncue-link",
            dependencies: [
                "ServiceDiscovery", "SystemServices", "MachineLink", "PairedMachines", "FileAccess", "OnCueRuntime",
                "OnCueCore", "TextOutput", "JSON", "COnCueLinkShims",
            ],
            swiftSettings: house),
        .executableTarget(
            name: "oncue-web",
            dependencies: [
                "WebServing", "WebInterface", "WebAccess", "QRCodes", "OnCueClient", "OnCuePhrases", "OnCueInterface",
                "GLib", "TextOutput", "JSON", "OnCueCore", "OnCueRuntime",
            ],
            resources: [.embedInCode("Page")], swiftSettings: house),
        .target(
            name: "MPDAdapter",
            dependencies: [
                "MPDProtocol", "OnCueClient", "OnCueInterface", "OnCueCore", "OnCueRuntime", "GLib", "FileAccess",
                "COnCueSocketShims",
            ],
            swiftSettings: house),
        .executableTarget(
            name: "oncue-mpd",
            dependencies: [
                "MPDAdapter", "MPDProtocol", "OnCueClient", "OnCueCore", "OnCueRuntime", "TextOutput", "JSON",
            ],
            swiftSettings: house),
        .target(
            name: "SubsonicLibrary",
            dependencies: [
                "SubsonicProtocol", "PlayableContent", "OnCueClient", "OnCueInterface", "HTTPClient", "GLib",
                "JSON", "SecretService", "SystemServices", "Scrobbling", "OnCueCore", "OnCueRuntime",
            ],
            swiftSettings: house),
        .executableTarget(
            name: "oncue-subsonic",
            dependencies: [
                "SubsonicLibrary", "SecretService", "OnCueClient", "TextOutput", "JSON", "OnCueCore",
                "OnCueRuntime",
            ],
            swiftSettings: house),
        .executableTarget(name: "oncue-record", dependencies: ["CPulseSimple"], swiftSettings: house),
        .executableTarget(
            name: "oncue-recognise", dependencies: ["OnCueVoice", "PocketSphinx"], swiftSettings: house),

        // Examples
        .executableTarget(
            name: "swift-provider", dependencies: ["PlayableContent"], path: "Examples/swift-provider",
            swiftSettings: house),

        .executableTarget(
            name: "swift-activities", dependencies: ["PlayableContent"], path: "Examples/swift-activities",
            exclude: ["org.example.SwiftActivities.activities"], swiftSettings: house),

        .executableTarget(
            name: "swift-intents", dependencies: ["PlayableContent"], path: "Examples/swift-intents",
            exclude: ["org.example.SwiftTea.intents"], swiftSettings: house),

        // Measurements
        .executableTarget(
            name: "oncue-bench",
            dependencies: [
                "OnCueState", "OnCuePlayback", "HTTPClient", "OnCueCatalog", "OnCueSession", "OnCueSuggestions",
                "GeneratedCatalog", "OnCueCore", "OnCueRuntime", "OnCueInterface", "OnCueClient", "GLib", "BusValues",
                "SQLite",
                "TagReading", "CommandLineParsing", "TextOutput", "JSON", "PublishingTrials", "OnCueSentences",
                "OnCueVoice", "MachineLink",
                "PairedMachines", "SharedListening",
            ],
            path: "Benchmarks",
            exclude: ["Data", "Publishing", "RESULTS.md", "GROWTH.md", "TASKS.md", "growth.svg", "tasks.py"],
            swiftSettings: plain),
        .target(
            name: "GeneratedCatalog", dependencies: ["OnCueCatalog", "OnCueCore", "SQLite"],
            path: "Tests/GeneratedCatalog", swiftSettings: house),
        .target(
            name: "PublishingTrials", dependencies: ["OnCuePodcasts", "OnCueCore"], path: "Benchmarks/Publishing",
            swiftSettings: house),

        // Tests
        .target(
            name: "OnCueTestSupport",
            dependencies: [
                "OnCueIntents", "OnCueNotifications",
                "SystemServices", "OnCueInterface", "OnCueSession", "OnCueActivities", "OnCueSuggestions", "OnCueQuery",
                "OnCueCore", "OnCueRuntime", "GLib", "BusValues", "XMLReading",
            ],
            path: "Tests/OnCueTestSupport", swiftSettings: house),
        .testTarget(
            name: "OnCueSentencesTests",
            dependencies: ["OnCueIntents", "OnCueSentences", "OnCueSuggestions", "OnCueCore", "OnCueTestSupport"],
            exclude: ["golden-en.tsv", "golden-de.tsv", "hassil_check.py", "HASSIL.md"], swiftSettings: house),
        .testTarget(
            name: "OnCueVoiceTests",
            dependencies: ["OnCueVoice", "OnCueSentences", "JSON", "OnCueCore"], swiftSettings: house),
        .testTarget(
            name: "OnCueHandoffTests",
            dependencies: [
                "OnCueHandoff", "OnCueInterface", "OnCueActivities", "JSON", "OnCueCore",
                "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "LinkedMediaTests",
            dependencies: [
                "LinkedMedia", "PairedMachines", "OnCueHandoff", "OnCueSession", "OnCueInterface", "FileAccess",
                "HTTPClient", "JSON", "OnCueCore", "OnCueRuntime", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "StatusAnswersTests", dependencies: ["StatusAnswers", "OnCueTestSupport"], swiftSettings: house),
        .testTarget(name: "MPDProtocolTests", dependencies: ["MPDProtocol"], swiftSettings: house),
        .testTarget(
            name: "MPDAdapterTests",
            dependencies: [
                "MPDAdapter", "OnCueClient", "OnCueInterface", "OnCueCore", "OnCueRuntime", "GLib", "BusValues",
                "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ScrobblingTests", dependencies: ["Scrobbling", "JSON", "OnCueCore", "GLib"],
            swiftSettings: house),
        .testTarget(
            name: "OnCueScrobblingTests",
            dependencies: [
                "OnCueScrobbling", "Scrobbling", "OnCueSession", "OnCueInterface", "HTTPClient", "OnCueCore",
                "OnCueRuntime", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SecretServiceTests",
            dependencies: ["SecretService", "BusValues", "OnCueRuntime", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "SubsonicLibraryTests",
            dependencies: [
                "SubsonicLibrary", "SecretService", "SubsonicProtocol", "PlayableContent", "JSON",
                "OnCueCore",
                "OnCueRuntime", "GLib", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SubsonicProtocolTests", dependencies: ["SubsonicProtocol", "OnCueCore"],
            swiftSettings: house),
        .testTarget(
            name: "SnapcastControlTests", dependencies: ["SnapcastControl", "JSON", "OnCueCore"],
            swiftSettings: house),
        .testTarget(
            name: "SharedListeningTests",
            dependencies: [
                "SharedListening", "OnCueHandoff", "OnCueInterface", "OnCueSession", "OnCueState", "OnCueSuggestions",
                "OnCueCatalog", "SQLite", "JSON", "FileAccess", "OnCueCore", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PairedMachinesTests",
            dependencies: ["PairedMachines", "GLib", "OnCueCore", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "WebAccessTests", dependencies: ["WebAccess", "OnCueCore"], swiftSettings: house),
        .testTarget(
            name: "WebInterfaceTests",
            dependencies: [
                "WebInterface", "WebAccess", "OnCuePhrases", "OnCueNotifications", "OnCueInterface",
                "OnCueSuggestions", "OnCueCore", "JSON",
            ],
            swiftSettings: house),
        .testTarget(
            name: "MachineLinkTests",
            dependencies: ["MachineLink", "PairedMachines", "OnCueRuntime", "OnCueTestSupport"], swiftSettings: house),
        .testTarget(
            name: "ServiceDiscoveryTests",
            dependencies: ["ServiceDiscovery", "SystemServices", "GLib", "OnCueRuntime", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "AssistantProtocolTests", dependencies: ["AssistantProtocol", "JSON", "OnCueCore"],
            swiftSettings: house),
        .testTarget(
            name: "OnCueIntentsTests", dependencies: ["OnCueIntents", "JSON"], swiftSettings: house),
        .testTarget(
            name: "OnCueCoreTests", dependencies: ["OnCueCore", "OnCueTestSupport"], swiftSettings: house),
        .testTarget(
            name: "OnCueQueryTests", dependencies: ["OnCueQuery", "OnCueCore", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "PlaylistFormatsTests", dependencies: ["PlaylistFormats", "OnCueCore"], swiftSettings: house),
        .testTarget(
            name: "OpenDirectoriesTests", dependencies: ["OpenDirectories", "OnCueCore", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "OnCueSuggestionsTests", dependencies: ["OnCueSuggestions", "OnCueCore", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "OnCueActivitiesTests", dependencies: ["OnCueActivities", "OnCueCore"], swiftSettings: house),
        .testTarget(
            name: "OnCueNotificationsTests", dependencies: ["OnCueNotifications", "OnCueActivities", "OnCueCore"],
            swiftSettings: house),
        .testTarget(
            name: "OnCueInterfaceTests",
            dependencies: [
                "OnCueIntents", "OnCueNotifications", "OnCueInterface", "OnCueActivities", "OnCueCore", "BusValues",
            ],
            swiftSettings: house),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "OnCueCore"], swiftSettings: house),
        .testTarget(
            name: "CommandLineParsingTests", dependencies: ["CommandLineParsing", "TextOutput"], swiftSettings: house),
        .testTarget(
            name: "OnCueTerminalTests",
            dependencies: [
                "AssistantProtocol", "OnCueVoice", "OnCueIntents", "OnCueNotifications", "PairedMachines",
                "WebAccess", "OnCueTerminal", "OnCueDoctor", "PlayerControl", "OnCueClient", "OnCuePhrases",
                "OnCueInterface",
                "OnCueActivities",
                "OnCueSuggestions", "OnCueQuery", "OnCueCore", "OnCueRuntime", "CommandLineParsing", "TextOutput",
                "JSON",
                "GLib",
                "SharedListening", "BusValues",
                "OnCueTestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "PlayerControlTests",
            dependencies: [
                "PlayerControl", "OnCueClient", "OnCueInterface", "GLib", "BusValues", "OnCueCore", "OnCueRuntime",
                "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCueDoctorTests",
            dependencies: [
                "OnCueDoctor", "PlayerControl", "OnCueClient", "OnCueInterface", "GLib", "BusValues", "OnCueCore",
                "OnCueRuntime", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "GLibTests", dependencies: ["GLib", "BusValues", "OnCueCore", "OnCueRuntime", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: house),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures"], swiftSettings: house),
        .testTarget(name: "ChafaTests", dependencies: ["Chafa"], swiftSettings: house),
        .testTarget(name: "TagReadingTests", dependencies: ["TagReading"], swiftSettings: house),
        .testTarget(name: "MediaChaptersTests", dependencies: ["MediaChapters", "OnCueCore"], swiftSettings: house),
        .testTarget(
            name: "WebPagesTests", dependencies: ["WebPages", "XMLReading", "OnCueCore"], swiftSettings: house),
        .testTarget(name: "CitiesTests", dependencies: ["Cities"], swiftSettings: house),
        .testTarget(name: "XMLReadingTests", dependencies: ["XMLReading"], swiftSettings: house),
        .testTarget(
            name: "HTTPClientTests", dependencies: ["HTTPClient", "OnCueCore", "OnCueRuntime", "OnCueTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "OnCueSessionTests",
            dependencies: [
                "OnCueNotifications",
                "OnCueInterface", "OnCueSession", "OnCueSuggestions", "OnCueQuery", "OnCueCore", "OnCueRuntime",
                "OnCueTestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "OnCuePlaybackTests",
            dependencies: [
                "OnCuePlayback", "HTTPClient", "OnCueSession", "OnCueCore", "OnCueRuntime", "OnCueTestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "OnCueCatalogTests",
            dependencies: [
                "OnCueState", "OnCueCatalog", "OnCueMedia", "OnCueSession", "FileAccess", "OnCueSuggestions",
                "OnCueQuery", "OnCueCore", "SQLite", "TagReading", "Pictures", "OnCueTestSupport", "oncued",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCueStateTests",
            dependencies: [
                "OnCueNotifications",
                "OnCueCatalog", "OnCueRuntime", "OnCueTestSupport", "OnCueState", "SQLite", "OnCueActivities",
                "OnCueSuggestions", "OnCueCore",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCuePlaylistsTests",
            dependencies: [
                "OnCuePlaylists", "OnCueSession", "PlaylistFormats", "OnCueQuery", "OnCueCore", "OnCueRuntime",
                "HTTPClient", "OnCueTestSupport", "SharedListening",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCuePodcastsTests",
            dependencies: [
                "OnCuePodcasts", "OnCueSession", "OnCueQuery", "OnCueCore", "OnCueRuntime", "HTTPClient",
                "OnCueTestSupport", "PublishingTrials",
            ],
            swiftSettings: house),
        .testTarget(
            name: "WebPushTests", dependencies: ["WebPush", "OnCueCore", "OnCueTestSupport"], swiftSettings: house),
        .testTarget(
            name: "OnCueOutputsTests",
            dependencies: [
                "SnapcastControl", "OnCueDesktop", "SystemServices", "OnCueOutputs", "PulseAudio", "OnCueSession",
                "OnCueSuggestions",
                "OnCueCore", "OnCueRuntime", "GLib", "BusValues", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCueBusTests",
            dependencies: [
                "OnCueIntents", "OnCueNotifications", "OnCueSentences",
                "OnCueProviders", "OnCueDesktop", "OnCuePlayers", "OnCueClient", "OnCueBus", "OnCueDesk",
                "OnCueInterface", "OnCueSession", "OnCueActivities", "OnCueSuggestions", "OnCueQuery", "OnCueCore",
                "OnCueRuntime", "GLib", "BusValues", "OnCueTestSupport",
            ],
            swiftSettings: plain),
        .testTarget(
            name: "OnCueDeskTests",
            dependencies: [
                "OnCueDesk", "OnCueInterface", "OnCueSession", "OnCueCore", "OnCueRuntime", "OnCueTestSupport",
                "StatusAnswers", "OnCuePhrases", "JSON",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCueServiceTests",
            dependencies: [
                "OnCueService", "OnCueCatalog", "OnCuePlaylists", "OnCuePodcasts", "HTTPClient", "OnCueCore",
                "OnCueRuntime", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCuePlayersTests",
            dependencies: [
                "OnCueTestSupport", "OnCuePlayers", "SystemServices", "OnCueSession", "GLib", "OnCueRuntime",
                "BusValues", "OnCueCore",
            ],
            swiftSettings: house),
        .testTarget(
            name: "TelevisionExportTests",
            dependencies: [
                "TelevisionExport", "OnCueTestSupport", "OnCueSession", "GLib", "OnCueRuntime", "BusValues",
                "OnCueCore",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCueDesktopTests",
            dependencies: [
                "OnCueNotifications",
                "OnCueTestSupport", "OnCueDesktop", "OnCueDesk", "SystemServices", "OnCueSession", "GLib",
                "OnCueRuntime", "BusValues", "OnCueSuggestions", "OnCueCore", "OnCueBus", "OnCueInterface", "WebPush",
            ],
            swiftSettings: house),
        .testTarget(
            name: "OnCueProvidersTests",
            dependencies: [
                "OnCueNotifications",
                "OnCueTestSupport", "OnCueProviders", "OnCueBus", "OnCueDesk", "OnCueSession", "OnCueInterface", "GLib",
                "OnCueRuntime", "BusValues", "OnCueActivities", "OnCueSuggestions", "OnCueQuery", "OnCueCore",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PlayableContentTests",
            dependencies: [
                "PlayableContent", "OnCueProviders", "OnCueBus", "OnCueSession", "OnCueInterface", "OnCueIntents",
                "OnCueNotifications", "OnCueActivities", "OnCueSuggestions", "OnCueCore", "OnCueRuntime", "GLib",
                "BusValues", "OnCueTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "OnCueNotifications",
                "OnCueClient", "OnCueInterface", "OnCueCore", "OnCueRuntime", "CommandLineParsing", "TextOutput",
                "JSON",
                "OnCueTestSupport",
                "OnCueVoice", "MachineLink", "PairedMachines", "GLib", "BusValues", "SQLite", "GeneratedCatalog",
                "oncue-picture", "StatusAnswers",
                "oncue-recognise",
                "oncue-record", "oncue-link", "oncue-web", "oncue-mpd", "oncue-subsonic", "oncued",
                "WebAccess",
                "swift-provider", "swift-activities", "swift-intents",
            ],
            exclude: ["conversations-en.tsv", "conversations-de.tsv", "mpd-conversation.txt", "mpd-clients.txt"],
            swiftSettings: plain),
    ],
    cxxLanguageStandard: .cxx17
)

// What libFuzzer drives has no main of its own, so it is a program for `make fuzz` alone; tests compile it, too.
let fuzzed: [Target.Dependency] = [
    "PairedMachines", "OnCueHandoff", "SharedListening", "OnCueProviders", "OnCuePlaylists",
    "OnCuePodcasts", "OnCueTerminal",
    "PlaylistFormats", "OnCueQuery", "OpenDirectories",
    "OnCueCore", "HTTPClient", "MediaChapters", "JSON", "GLib", "BusValues", "OnCueClient",
    "PlayerControl", "OnCueInterface", "WebPages", "AssistantProtocol", "OnCueIntents", "OnCueSentences",
    "OnCueSuggestions", "OnCueVoice", "SnapcastControl", "WebAccess", "WebInterface", "MPDProtocol",
    "Scrobbling", "SubsonicProtocol",
]
package.targets.append(
    Context.environment["ONCUE_FUZZ"] == nil
        ? .target(name: "oncue-fuzz", dependencies: fuzzed, path: "Fuzz/Harness", swiftSettings: house)
        : .executableTarget(name: "oncue-fuzz", dependencies: fuzzed, path: "Fuzz/Harness", swiftSettings: house))
