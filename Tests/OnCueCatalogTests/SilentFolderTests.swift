// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FileAccess
import Glibc
import OnCueTestSupport
import Testing

@testable import OnCueCatalog

@Suite("Folders that hang")
struct SilentFolderTests {
    private let hang = DispatchSemaphore(value: 0)
    private let root = Array("/music".utf8)
    private let other = Array("/other".utf8)

    private func path(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("are given up after a while with everything in them; others are read, and an answer that comes late is told")
    func silence() async throws {
        let (hang, root) = (hang, root)
        let reads = EventLog<String>()
        let answers = EventLog<Bool>()
        let failures = EventLog<Bool>()
        let silence = SilentFolders(patience: .seconds(5))
        silence.whenAnswered { answers.append(true) }
        let content = FolderContent(identity: FolderIdentity(device: 1, inode: 1))
        let base = FolderReader { path in
            reads.append(String(decoding: path, as: UTF8.self))
            if path.starts(with: root), reads.events.count == 1 { hang.wait() }
            return .success(content)
        }
        let reader = silence.reader(base, roots: [root, other]) { _, _ in failures.append(true) }

        guard case .failure(let failure) = reader.read(path("/music/a")) else {
            Issue.record("it answered")
            return
        }
        #expect(failure.isSilence && failure.reason.contains("does not answer"))
        guard case .failure = reader.read(path("/music/b")), case .success = reader.read(other) else {
            Issue.record("the folders were not told apart")
            return
        }
        // Another scan asks no second time while the first call hangs.
        guard case .failure = silence.reader(base, roots: [root], failed: { _, _ in }).read(root) else {
            Issue.record("it was asked again")
            return
        }
        #expect(reads.events == ["/music/a", "/other"])
        #expect(failures.count == 2)

        hang.signal()
        try await answers.wait(count: 1)
        guard case .success = reader.read(root) else {
            Issue.record("it is still taken for silent")
            return
        }
        #expect(reads.events == ["/music/a", "/other", "/music"])
    }
}
