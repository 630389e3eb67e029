// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CTagLibShim
internal import Glibc

extension TagReadError {
    init(status: oncue_tag_status, systemError: Int32, path: [UInt8]) {
        let (code, reason) = Self.explain(status, systemError)
        self.init(code: code, path: path, reason: reason)
    }

    /// - Parameter systemError: An errno value.
    init(systemError: Int32, path: [UInt8]) {
        self.init(status: ONCUE_TAG_SYSTEM_ERROR, systemError: systemError, path: path)
    }

    private static func explain(_ status: oncue_tag_status, _ systemError: Int32) -> (Code, String) {
        switch status {
        case ONCUE_TAG_SYSTEM_ERROR: explain(systemError: systemError)
        case ONCUE_TAG_NOT_A_FILE: (.notAFile, "it is not a regular file")
        case ONCUE_TAG_EMPTY: (.empty, "the file is empty; copy it again")
        case ONCUE_TAG_NOT_RECOGNISED: (.notRecognised, "it is not in a known audio format")
        case ONCUE_TAG_NO_AUDIO: (.noAudio, "no audio was found in it; the file may be damaged")
        case ONCUE_TAG_MALFORMED: (.malformed, "it is too damaged to read")
        case ONCUE_TAG_TOO_LARGE: (.tooLarge, "the embedded picture is too large")
        default: (.failed, "the tag library gave up")
        }
    }

    private static func explain(systemError: Int32) -> (Code, String) {
        switch systemError {
        case ENOENT, ENOTDIR: (.notFound, "there is no such file")
        case EACCES, EPERM: (.permissionDenied, "permission denied; check the permissions of the file and its folders")
        default: (.unreadable, text(of: systemError))
        }
    }

    private static func text(of systemError: Int32) -> String {
        // The text is the thread's own since glibc 2.32.
        guard let text = unsafe strerror(systemError) else {
            return "system error \(systemError)"
        }
        return unsafe String(cString: text)
    }
}
