/** 0x0201, 0x0704, 0x8202: requested positions, batches, and tracking. */
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { type LocationReport, readLocation, writeLocation } from './location.ts'
import { decoded, type Jt808Problem } from './problem.ts'

export const location = { decode: readLocation, encode: writeLocation }

/** 0x0201: the answer to the query of `serial`. */
export type LocationReply = { serial: number; location: LocationReport }

export const locationReply = {
  decode: (reader: ByteReader): LocationReply => ({ serial: reader.u16(), location: readLocation(reader) }),
  encode(writer: ByteWriter, { serial, location: report }: LocationReply): void {
    writeLocation(writer.u16(serial), report)
  },
}

/** 0x0704. A bad item costs itself alone. */
export type LocationBatch = {
  /** 0 ordinary positions in a batch, 1 from a blind zone. */
  type: number
  items: readonly LocationReport[]
  problems: readonly Jt808Problem[]
}

/** Items of one piece: some tenths of a millisecond. */
const PIECE_ITEMS = 50

/**
 * A batch piece by piece, on demand: the longest one is a tenth of a second's work. Throws a Jt808Error where the body
 * ends early.
 */
export function* readBatch(reader: ByteReader): Generator<LocationBatch, void, undefined> {
  const count = reader.u16()
  const type = reader.u8()
  for (let from = 0; from === 0 || from < count; from += PIECE_ITEMS) {
    const items: LocationReport[] = []
    const problems: Jt808Problem[] = []
    for (let i = from; i < Math.min(count, from + PIECE_ITEMS); i++) {
      const length = reader.u16()
      const at = reader.place
      const bytes = reader.take(length)
      const item = decoded(() => readLocation(new ByteReader(bytes, at)))
      if (item.ok) items.push(item.value)
      else problems.push(item.problem)
    }
    yield { type, items, problems }
  }
}

/** The pieces of a batch as one. */
export function joinBatch(pieces: readonly LocationBatch[]): LocationBatch {
  return {
    type: pieces[0]?.type ?? 0,
    items: pieces.flatMap(({ items }) => items),
    problems: pieces.flatMap(({ problems }) => problems),
  }
}

export const locationBatch = {
  decode: (reader: ByteReader): LocationBatch => joinBatch([...readBatch(reader)]),
  encode(writer: ByteWriter, { type, items }: LocationBatch): void {
    writer.u16(items.length).u8(type)
    for (const item of items) {
      const inner = new ByteWriter()
      writeLocation(inner, item)
      writer.u16(inner.length).raw(inner.done())
    }
  },
}

/** 0x8202: report every `intervalS` for `validityS`; interval 0 ends it and has no validity. */
export type Tracking = { intervalS: number; validityS: number }

export const tracking = {
  decode(reader: ByteReader): Tracking {
    const intervalS = reader.u16()
    return { intervalS, validityS: reader.left >= 4 ? reader.u32() : 0 }
  },
  encode(writer: ByteWriter, { intervalS, validityS }: Tracking): void {
    writer.u16(intervalS)
    if (intervalS !== 0) writer.u32(validityS)
  },
}
