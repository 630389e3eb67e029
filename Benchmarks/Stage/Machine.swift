// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// What figures are measured on.
enum Machine {
    static var processor: String {
        let model =
            (try? Files.text("/proc/cpuinfo"))?.split(separator: "\n")
            .first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? "unknown processor"
        return "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, \(model)"
    }

    static var memory: String {
        let kilobytes = (try? Files.text("/proc/meminfo")).flatMap { ProcessStatus.number("MemTotal", in: $0) }
        return kilobytes.map { FigureReport.number(Double($0) * 1024 / 1_000_000_000) + " GB" } ?? "an unknown amount"
    }

    static var kernel: String {
        let release = (try? Files.text("/proc/sys/kernel/osrelease"))?.split(separator: "\n").first.map(String.init)
        return "Linux " + (release ?? "")
    }

    /// Processes that ran or wanted to, over the last minute.
    static var load: String {
        (try? Files.text("/proc/loadavg"))?.split(separator: " ").first.map(String.init) ?? "unknown"
    }
}
