// Damaged messages through a codec, from a seed: nothing may be thrown, and no more be kept than its bound.
import { hash32 } from '@backlot/simulator/world/hash'

/** One reader of a codec. */
type OpenReader = {
  /** Reads bytes, whole or in part; answers how many things it told of: messages and problems. */
  read(bytes: Uint8Array): number
  /** Bytes that it keeps. */
  kept?(): number
}

export type FuzzedCodec = {
  /** Right ones, the start of all damage. */
  samples(): readonly Uint8Array[]
  open(): OpenReader
  /** Bytes that it may keep; left out: it reads messages that are whole. */
  keptMost?: number
}

/** A reader of a stream gives way to a new one after this many pieces: one that waits for a long body reads no other. */
const PIECES_OF_A_READER = 64
const BOUNDS = [0, 1, 9, 10, 13, 32, 34, 38, 47, 58, 60, 62, 127, 128, 255]

/** Answers a line of counts. Throws with seed and number of the piece at which a fault showed. */
export function readDamaged(codec: FuzzedCodec, pieces: number, seed: number): string {
  const samples = codec.samples()
  let reader = codec.open()
  let [told, longestKept] = [0, 0]
  for (let piece = 0; piece < pieces; piece++) {
    if (piece % PIECES_OF_A_READER === 0) reader = codec.open()
    let drawn = 0
    const dice = (sides: number) => hash32(seed, piece, 1, drawn++) % sides
    try {
      let bytes = Buffer.from(samples[dice(samples.length)]!)
      for (let times = dice(4); times >= 0; times--) bytes = damage(bytes, samples, dice)
      const cut = codec.keptMost === undefined ? bytes.length : dice(bytes.length + 1)
      told += reader.read(bytes.subarray(0, cut))
      if (cut < bytes.length) told += reader.read(bytes.subarray(cut))
      const kept = reader.kept?.() ?? 0
      longestKept = Math.max(longestKept, kept)
      if (kept > (codec.keptMost ?? 0)) throw new Error(`${kept} bytes are kept`)
    } catch (error) {
      throw new Error(`Seed ${seed}, piece ${piece}: ${error}`, { cause: error })
    }
  }
  if (told === 0) throw new Error('Nothing was read: the samples are none.')
  return `${pieces} damaged pieces, seed ${seed}: ${told} messages and problems, at most ${longestKept} bytes kept`
}

function damage(
  bytes: Buffer<ArrayBuffer>,
  samples: readonly Uint8Array[],
  dice: (sides: number) => number,
): Buffer<ArrayBuffer> {
  const at = dice(bytes.length + 1)
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (dice(8)) {
    case 0:
      return Buffer.concat([head, Buffer.of(BOUNDS[dice(BOUNDS.length)]!), tail.subarray(1)])
    case 1:
      return Buffer.concat([head, Buffer.of((tail[0] ?? 0) ^ (1 << dice(8))), tail.subarray(1)])
    case 2:
      return Buffer.concat([head, tail.subarray(1 + dice(16))])
    case 3:
      return Buffer.concat([head, Buffer.from(Array.from({ length: 1 + dice(8) }, () => dice(256))), tail])
    case 4:
      return Buffer.concat([head, tail.subarray(0, 1 + dice(200)), tail])
    case 5:
      return Buffer.from(head)
    case 6: {
      const other = samples[dice(samples.length)]!
      return Buffer.concat([head, other.subarray(dice(other.length))])
    }
    default: {
      // A number of the text becomes another one.
      const text = bytes.toString('latin1')
      const numbers = [...text.matchAll(/\d{1,10}/g)]
      const found = numbers[dice(numbers.length || 1)]
      if (!found) return bytes
      const other = ['0', '-1', '65536', '4294967296', '99999999999999999999', '1e9'][dice(6)]!
      return Buffer.from(
        `${text.slice(0, found.index)}${other}${text.slice(found.index + found[0].length)}`,
        'latin1',
      )
    }
  }
}
