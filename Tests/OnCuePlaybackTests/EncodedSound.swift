// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

/// Writes the sound of a WAV file in another format, beside it.
///
/// - Returns: The path of the new file.
func encode(_ path: String, as format: String) async throws -> String {
    let coded = path + "." + format
    let ffmpeg = ["ffmpeg", "-v", "error", "-y", "-i", path]
    let arguments =
        switch format {
        case "mp3": ["lame", "--quiet", "-b", "192", path, coded]
        // As iTunes leaves it: no header says how much of it is sound.
        case "bare.mp3": ["lame", "--quiet", "-t", "-b", "192", path, coded]
        case "vbr.mp3": ["lame", "--quiet", "-V", "2", path, coded]
        case "opus": ["opusenc", "--quiet", "--bitrate", "192", path, coded]
        case "ogg": ["oggenc", "--quiet", "--quality", "6", "--output", coded, path]
        case "flac": ["flac", "--silent", "--force", "-o", coded, path]
        case "oga": ["flac", "--silent", "--force", "--ogg", "-o", coded, path]
        case "m4a": ffmpeg + ["-c:a", "aac", "-b:a", "192k", coded]
        // Twice as loud, so that it may be beyond full scale.
        case "loud.wav": ffmpeg + ["-af", "volume=2:precision=float", "-c:a", "pcm_f32le", coded]
        case "alac.m4a": ffmpeg + ["-c:a", "alac", coded]
        default: ffmpeg + [coded]
        }
    try #require(try await runProgram(arguments) == 0)
    return coded
}

/// Writes the sound of a WAV file with moving pictures beside it, or with the picture of its cover as audiobooks have it.
///
/// - Returns: The path of the new file.
func addPictures(to path: String, as format: String) async throws -> String {
    let coded = path + "." + format
    let pictures = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1"]
    let video =
        switch format {
        case "webm": ["-c:v", "libvpx", "-c:a", "libvorbis"]
        case "cover.m4a": ["-frames:v", "1", "-c:v", "mjpeg", "-disposition:v", "attached_pic", "-c:a", "aac"]
        default: ["-c:v", "mpeg4", "-c:a", "aac"]
        }
    let command = ["ffmpeg", "-v", "error", "-y", "-i", path] + pictures + ["-map", "0:a", "-map", "1:v"] + video
    try #require(try await runProgram(command + [coded]) == 0)
    return coded
}

/// Writes a file of FLAC or Opus once more, with comments, beside it.
///
/// - Returns: The path of the new file.
func tagged(_ path: String, _ comments: [String]) async throws -> String {
    let format = path.hasSuffix(".opus") ? "opus" : "flac"
    let target = path + ".tagged." + format
    let words = ["ffmpeg", "-v", "error", "-y", "-i", path, "-c", "copy"] + comments.flatMap { ["-metadata", $0] }
    try #require(try await runProgram(words + [target]) == 0)
    return target
}
