// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// The manual page oncue.conf(5), made of the table of keys.
enum ConfigurationManual {
    /// - Parameter date: What stands at its foot, as YYYY-MM-DD.
    static func page(date: String) -> ManualPage {
        ManualPage(
            title: "oncue.conf", section: 5, date: date, source: "OnCue \(ServiceVersion.current)",
            summary: "the configuration of the OnCue media service",
            sections: [
                ManualPage.Section("DESCRIPTION", description.map { .paragraph($0) }),
                ManualPage.Section("FORMAT", format),
            ]
                + ConfigurationKey.groups.map { group in
                    ManualPage.Section(
                        "KEYS OF [\(group)]",
                        ConfigurationKey.all.filter { $0.group == group }.map { key in
                            .entry(
                                "\(key.key)=",
                                [
                                    key.summary,
                                    "\(ConfigurationExample.values(key)) Default: \(key.standard).",
                                ])
                        })
                } + [
                    ManualPage.Section(
                        "FILES",
                        [
                            .entry(
                                "$XDG_CONFIG_HOME/oncue/oncue.conf",
                                ["The file; without the variable, below ~/.config."]),
                            .entry(
                                "$XDG_STATE_HOME/oncue/oncue.conf.good",
                                ["What the file was when it was good last; without the variable, below ~/.local/state."]
                            ),
                            .entry(
                                "share/doc/oncue/examples/oncue.conf",
                                [
                                    "Every key explained, as oncue config example writes it; below /usr, or where oncue is installed."
                                ]),
                        ]),
                    ManualPage.Section("SEE ALSO", [.paragraph("oncue(1), oncued(8)")]),
                ])
    }

    private static let description = [
        "Nothing needs to be configured: without the file every key has its default. Options on the command line of oncued "
            + "go before the file.",
        "The daemon sees when the file is changed and takes up at once what can be taken up; below, a key says when it "
            + "waits for the next start. oncue config shows and changes the file, and oncue config edit checks it before it "
            + "counts.",
        "A file that is broken is told of in the log, by oncue config and by oncue status, with the line and what is wrong "
            + "in it, and what was good last stays in force, also when the daemon is started again. Keys and groups that "
            + "nobody knows are told of, too; the rest of the file counts.",
    ]

    private static let format: [ManualPage.Block] = [
        .paragraph("The file is a key file, as those of GLib and desktop entries are:"),
        .literal(["# a comment", "[playback]", "resume-length=45"]),
        .paragraph(
            "Each key stands below its group, once. White space around keys and values does not count. A line that begins "
                + "with # is a comment; there are none behind values."),
    ]
}
