import { createFrameReader } from './frame-reader.ts'
import type { Packet } from './packet.ts'
import type { WireProblem } from './wire-problem.ts'

export type FrameResult = { ok: true; packet: Packet } | { ok: false; problem: WireProblem }

/** Reads one whole frame, line end included, with nothing before or after it. Offsets count from its first byte. */
export function decodeFrame(bytes: Uint8Array): FrameResult {
  let problem: WireProblem | undefined
  let packet: Packet | undefined
  let packets = 0
  const reader = createFrameReader({
    packet(read) {
      packet ??= read
      packets++
    },
    problem(found) {
      problem ??= found
    },
  })
  reader.push(bytes)
  reader.end()
  if (problem) return { ok: false, problem }
  if (packet && packets === 1) return { ok: true, packet }
  const message = packets === 0 ? 'There is no frame' : 'There is more than one frame'
  return { ok: false, problem: { code: packets === 0 ? 'cut' : 'garbage', offset: 0, message } }
}
