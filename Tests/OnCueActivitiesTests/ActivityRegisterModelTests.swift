// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import Testing

/// Whatever programs do in whatever order, a file that does what it is told has what the register would keep.
@Suite("The register against a model of its file")
struct ActivityRegisterModelTests {
    @Test("Files, order and limits agree after every step", arguments: (1...20).map(UInt64.init))
    func model(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        var (register, file) = (ActivityRegister(), [Activity.Name: Activity]())
        var now: Int64 = 1000

        for step in 0..<400 {
            now += Int64.random(in: 0...500, using: &numbers)
            let effects = Self.step(&register, at: now, using: &numbers)
            for effect in effects {
                switch effect {
                case .keep(let activity): file[activity.name] = activity
                case .forget(let name): file[name] = nil
                }
            }
            let kept = register.entries.values.map(\.activity).filter(\.isKept)
            let about: Comment = "seed \(seed), step \(step)"
            #expect(Dictionary(uniqueKeysWithValues: kept.map { ($0.name, $0.kept) }) == file, about)
            #expect(register.entries.values.allSatisfy { $0.owner != nil || $0.activity.isKept }, about)
            if let current = register.current {
                #expect(register.entries[current.name]?.owner != nil, about)
                #expect(register.isCurrent(current.name), about)
            }
            #expect(register.listed.allSatisfy { !$0.activity.eligibility.isEmpty }, about)
            if Int.random(in: 0..<40, using: &numbers) == 0 {
                // It is killed: what the file has is there again, and nothing else.
                register = ActivityRegister(kept: Array(file.values))
                #expect(register.current == nil, about)
            }
        }
    }

    private static func step(
        _ register: inout ActivityRegister, at now: Int64, using numbers: inout Numbers
    ) -> [ActivityRegister.Effect] {
        let program = ["org.example.A", "org.example.B", "org.example.C"][Int.random(in: 0..<3, using: &numbers)]
        let name = Activity.Name(program, "\(Int.random(in: 0..<6, using: &numbers))")
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0...2:
            let eligibility = Activity.Eligibility(rawValue: Int.random(in: 0..<16, using: &numbers))
            var activity = Activity(name, type: program + ".thing", title: "T", eligibility: eligibility)
            activity.info = ActivityInfo(["a": .integer(now), "b": .flag(true)])
            if Bool.random(using: &numbers) { activity.requiredKeys = ["a"] }
            if Bool.random(using: &numbers) { activity.expires = now + Int64.random(in: -10...3000, using: &numbers) }
            return (try? register.put(activity, of: program, at: now)) ?? []
        case 3: register.becomeCurrent(name)
        case 4: register.resign(name)
        case 5: register.invalidate(name)
        case 6: register.left(program)
        case 7: return register.expire(at: now)
        default: return register.delete(program: program, identifiers: [name.identifier])
        }
        return []
    }
}

private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
