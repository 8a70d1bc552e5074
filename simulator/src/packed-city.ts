import { deserialize, serialize } from 'node:v8'
import type { City } from './world/city/types.ts'
import type { LoopTable } from './world/traffic/build-loops.ts'

/** What takes longest to build of a world and depends on the seed alone. */
export type BuiltCity = { city: City; loops?: LoopTable }

/**
 * A built city as bytes that all threads share: a thread unpacks its own objects, but the coordinates stay where they
 * are. Nothing may write to an unpacked city.
 */
export type PackedCity = SharedArrayBuffer

export function packCity(built: BuiltCity): PackedCity {
  const bytes = serialize(built)
  const packed = new SharedArrayBuffer(bytes.byteLength)
  Buffer.from(packed).set(bytes)
  return packed
}

/** Throws when the bytes are no packed city. */
export function unpackCity(packed: PackedCity): BuiltCity {
  return deserialize(Buffer.from(packed)) as BuiltCity
}
