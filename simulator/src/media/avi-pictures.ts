/**
 * Pictures out of an AVI stream with one video track (RIFF, Microsoft, "AVI RIFF File Reference"), at any split of its
 * bytes. It is the one container for H.265 that every ffmpeg writes picture by picture: into FLV only those from 6.1 on.
 */

/** Larger chunks than this are taken for garbage. */
const CHUNK_LIMIT = 32 * 1024 * 1024
const HEAD_BYTES = 8
/** Behind the head of a list: its kind. */
const KIND_BYTES = 4

export type AviPictures = {
  /** Pictures that `chunk` completed, as the track has them. Throws an AviFormatError when the bytes are no AVI. */
  push(chunk: Uint8Array): Uint8Array[]
}

export class AviFormatError extends Error {
  override name = 'AviFormatError'
}

export function createAviPictures(): AviPictures {
  let held: Buffer = Buffer.alloc(0)
  let isFirst = true
  return {
    push(chunk) {
      held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
      const pictures: Uint8Array[] = []
      let at = 0
      while (held.length - at >= HEAD_BYTES + KIND_BYTES) {
        const name = held.toString('latin1', at, at + 4)
        const size = held.readUInt32LE(at + 4)
        const kind = held.toString('latin1', at + HEAD_BYTES, at + HEAD_BYTES + KIND_BYTES)
        if (isFirst && (name !== 'RIFF' || kind !== 'AVI ')) throw new AviFormatError('not an AVI stream')
        isFirst = false
        // Who writes into a pipe does not know how long these get.
        if (name === 'RIFF' || (name === 'LIST' && kind === 'movi')) {
          at += HEAD_BYTES + KIND_BYTES
          continue
        }
        if (size > CHUNK_LIMIT) throw new AviFormatError(`a chunk of ${size} bytes`)
        // Chunks begin at even places.
        const end = at + HEAD_BYTES + size + (size % 2)
        if (held.length < end) break
        if (name === '00dc' && size > 0) pictures.push(held.subarray(at + HEAD_BYTES, at + HEAD_BYTES + size))
        at = end
      }
      held = held.subarray(at)
      return pictures
    },
  }
}
