// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// The manual page oncue.conf(5), generated from the table of keys.
enum ConfigurationManual {
    /// - Parameter date: The date in the footer, as YYYY-MM-DD.
    static func page(date: String) -> ManualPage {
        ManualPage(
            title: "oncue.conf", section: 5, date: date, source: "OnCue \(ServiceVersion.current)",
            summary: "configuration of the OnCue media service",
            sections: [
                ManualPage.Section("DESCRIPTION", description.map { .paragraph($0) }),
                ManualPage.Section("FORMAT", format),
            ]
                + ConfigurationKey.groups.map { group in
                    ManualPage.Section("KEYS OF [\(group)]", entries(of: group))
                } + [
                    ManualPage.Section(
                        "FILES",
                        [
                            .entry(
                                "$XDG_CONFIG_HOME/oncue/oncue.conf",
                                ["The configuration file; if the variable is not set, in ~/.config."]),
                            .entry(
                                "$XDG_STATE_HOME/oncue/oncue.conf.good",
                                ["The last valid version of the file; if the variable is not set, in ~/.local/state."]
                            ),
                            .entry(
                                "share/doc/oncue/examples/oncue.conf",
                                [
                                    "The output of oncue config example, which explains every key; in "
                                        + "/usr, or where oncue is installed."
                                ]),
                        ]),
                    ManualPage.Section("SEE ALSO", [.paragraph("oncue(1), oncued(8)")]),
                ])
    }

    private static func entries(of group: String) -> [ManualPage.Block] {
        let isKeys = group == ConfigurationKey.keysGroup
        let head: [ManualPage.Block] = isKeys ? [.paragraph(ConfigurationExample.keys)] : []
        return head
            + ConfigurationKey.all.filter { $0.group == group }.map { key in
                let values = isKeys ? "" : ConfigurationExample.values(key) + " "
                return .entry("\(key.key)=", [key.summary, "\(values)Default: \(key.standard)."])
            }
    }

    private static let description = [
        "No configuration is required: without the file, every key has its default. Command-line options "
            + "of oncued override "
            + "the file.",
        "The daemon notices when the file changes and applies most changes at once; a key below says so if it needs a "
            + "restart. oncue config shows and changes the configuration, and oncue config edit checks your "
            + "changes before they "
            + "take effect.",
        "If the file is broken, the log, oncue config and oncue status report the line and the error, and "
            + "the last valid "
            + "version stays in force, even across restarts of the daemon. Unknown keys and groups are "
            + "reported as well, but the "
            + "rest of the file applies.",
    ]

    private static let format: [ManualPage.Block] = [
        .paragraph("The file has the format of GLib key files and desktop entries:"),
        .literal(["# a comment", "[playback]", "resume-length=45"]),
        .paragraph(
            "Each key appears at most once, below its group. White space around keys and values is "
                + "ignored. A line that starts "
                + "with # is a comment; comments after values are not supported."),
    ]
}
