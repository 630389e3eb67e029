// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where sound can go.
package struct OutputListing: Sendable, Equatable {
    /// A device that sound can go to.
    package struct Output: Sendable, Equatable {
        /// The same whenever the device is there.
        package var identifier: String
        package var title: String
        /// `speakers`, `headphones`, …; a newer service may have others.
        package var kind: String
        /// False when nothing is plugged in.
        package var isAvailable: Bool
        /// The sound server sends new streams here.
        package var isDefault: Bool
        /// Sound goes here, or would.
        package var isCurrent: Bool

        package init(
            identifier: String, title: String, kind: String, isAvailable: Bool = true, isDefault: Bool = false,
            isCurrent: Bool = false
        ) {
            self.identifier = identifier
            self.title = title
            self.kind = kind
            self.isAvailable = isAvailable
            self.isDefault = isDefault
            self.isCurrent = isCurrent
        }
    }

    /// What a person has chosen.
    package struct Choice: Sendable, Equatable {
        package var identifier: String
        package var title: String

        package init(identifier: String, title: String) {
            self.identifier = identifier
            self.title = title
        }
    }

    package var outputs: [Output]
    /// The chosen device, which need not be there; `nil` when the sound server's default is followed.
    package var chosen: Choice?
    /// A sound server answers.
    package var isServerThere: Bool
    /// The outputs with which the daemon was started, when they are others than the sound server's.
    package var fixed: String?

    package init(outputs: [Output] = [], chosen: Choice? = nil, isServerThere: Bool = true, fixed: String? = nil) {
        self.outputs = outputs
        self.chosen = chosen
        self.isServerThere = isServerThere
        self.fixed = fixed
    }
}
