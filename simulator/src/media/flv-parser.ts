/** Bytes in at any split, FLV tags out. */
import type { FlvTag } from '../wire/flv/flv-tag.ts'

/** Larger tags than this are taken for garbage. */
const TAG_LIMIT = 8 * 1024 * 1024

export type FlvParser = {
  /** Tags that `chunk` completed. Throws a FlvFormatError when the bytes are no FLV. */
  push(chunk: Uint8Array): FlvTag[]
}

export class FlvFormatError extends Error {
  override name = 'FlvFormatError'
}

export function createFlvParser(): FlvParser {
  let held: Buffer = Buffer.alloc(0)
  let headed = false
  return {
    push(chunk) {
      held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
      const tags: FlvTag[] = []
      let at = 0
      if (!headed) {
        if (held.length < 13) return tags
        if (held.toString('latin1', 0, 3) !== 'FLV') throw new FlvFormatError('not an FLV stream')
        headed = true
        at = held.readUInt32BE(5) + 4
      }
      while (held.length - at >= 11) {
        const size = held.readUIntBE(at + 1, 3)
        if (size > TAG_LIMIT) throw new FlvFormatError(`tag of ${size} bytes`)
        if (held.length - at < size + 15) break
        if (held.readUInt32BE(at + 11 + size) !== size + 11)
          throw new FlvFormatError('tag sizes do not agree')
        const timestampMs = held.readUIntBE(at + 4, 3) + held[at + 7]! * 0x100_0000
        tags.push({ type: held[at]! & 31, timestampMs, body: held.subarray(at + 11, at + 11 + size) })
        at += size + 15
      }
      held = held.subarray(at)
      return tags
    },
  }
}
