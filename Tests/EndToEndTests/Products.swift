// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueTestSupport

/// What the build has made, and what belongs to the repository.
enum Products {
    /// The folder with the test program, in which the other programs are too.
    static let folder: String = {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return program.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
    }()

    static func program(_ name: String) -> String { folder + "/" + name }

    /// The repository.
    static let source: String = #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 }

    /// The music of the repository.
    static let media: String = source + "/Media"

    /// Lets one program look through GStreamer's plugins, so that not every daemon does.
    static func preparePlugins() async throws {
        _ = await plugins.value
    }

    private static let plugins = Task {
        // Without the tool the first daemon does it.
        _ = try? await ChildProcess.run(
            "gst-inspect-1.0", ["--plugin", "coreelements"],
            environment: ["GST_REGISTRY": folder + "/test-plugins.bin", "HOME": folder], within: .seconds(60))
    }
}
