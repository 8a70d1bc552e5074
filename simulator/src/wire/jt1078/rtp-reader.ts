/** Packets of JT/T 1078 out of the bytes of a TCP connection, however they are cut. */

import { choosePacket, SIM_LENGTHS } from './choose-packet.ts'
import { type Jt1078Problem, jt1078Problem } from './problem.ts'
import { BODY_MAX, MAGIC, type RtpPacket, type SimBytes } from './rtp-packet.ts'

export type RtpItem = { kind: 'packet'; packet: RtpPacket } | { kind: 'problem'; problem: Jt1078Problem }

export type RtpReaderOptions = {
  /** Bytes of the SIM number; found by what follows it when left out. */
  simBytes?: SimBytes
  /** Longest body that is believed, 1 to 65,535; the standard's 950 when left out. */
  bodyMax?: number
}

export type RtpReader = {
  /** Takes the next bytes of the stream and answers the completed packets. Never throws. */
  push(chunk: Uint8Array): RtpItem[]
  /** The stream is over: a last packet that waited for its successor, and a problem when one is incomplete. */
  end(): RtpItem[]
  /** Bytes kept, at most one packet and the magic of the next. */
  readonly pending: number
}

/**
 * A reader. At the beginning, and after garbage, a packet counts when its fields are possible with one length of the
 * SIM number only, or when the next packet follows it; after garbage always the latter. From then on packets of that
 * length follow one another. Throws a RangeError when `bodyMax` does not fit.
 */
export function createRtpReader({ simBytes, bodyMax = BODY_MAX }: RtpReaderOptions = {}): RtpReader {
  if (!(Number.isInteger(bodyMax) && bodyMax >= 1 && bodyMax <= 65_535)) {
    throw new RangeError(`${bodyMax} is no length of a body`)
  }
  let kept: Buffer = Buffer.alloc(0)
  /** Stream offset of the first kept byte. */
  let offset = 0
  let known = simBytes
  /** Between garbage and the next packet. */
  let isLost = false

  function* items(isOver: boolean): Generator<RtpItem, void, undefined> {
    for (let bytes = kept; bytes.length >= MAGIC.length; bytes = kept) {
      if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
        if (!isLost) yield jt1078Problem('noise', offset, 'bytes outside any packet')
        isLost = true
        const found = bytes.indexOf(MAGIC)
        drop(found < 0 ? bytes.length - MAGIC.length + 1 : found)
        if (found < 0) return
        continue
      }
      const lengths = known ? [known] : SIM_LENGTHS
      const found = choosePacket(bytes, lengths, bodyMax, { isLost, isOver })
      if (found === 'more' && !isOver) return
      if (found === 'more' || 'why' in found) {
        if (!isLost) yield found === 'more' ? cut() : jt1078Problem('head', offset, found.why)
        isLost = true
        known = simBytes
        drop(1)
        continue
      }
      known = found.packet.simBytes
      isLost = false
      drop(found.length)
      yield { kind: 'packet', packet: found.packet }
    }
  }

  const cut = () => jt1078Problem('cut', offset, `the stream ends ${kept.length} bytes into a packet`)

  function drop(count: number): void {
    kept = kept.subarray(count)
    offset += count
  }

  return {
    push(chunk) {
      kept = Buffer.concat([kept, chunk])
      const found = [...items(false)]
      // What is kept must not hold the memory of the whole chunk.
      kept = Buffer.from(kept)
      return found
    },
    end() {
      const found = [...items(true)]
      if (kept.length > 0 && !isLost) found.push(cut())
      drop(kept.length)
      return found
    },
    get pending() {
      return kept.length
    },
  }
}
