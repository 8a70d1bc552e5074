import { Deserializer, Serializer } from 'node:v8'
import type { City } from './world/city/types.ts'
import type { LoopTable } from './world/traffic/build-loops.ts'

/** What takes longest to build of a world and depends on the seed alone. */
export type BuiltCity = { city: City; loops?: LoopTable }

/**
 * A built city as bytes that all threads share: a thread unpacks its own objects, but their numbers stay where they
 * are. Nothing may write to an unpacked city.
 *
 * Three parts: the length of the second one (4 bytes, and 4 of padding), the objects as V8 serialises them, and from
 * the next multiple of 8 on the numbers of all typed arrays, each aligned to 8 bytes so that a view of them is enough.
 */
export type PackedCity = SharedArrayBuffer

/** Kinds of typed arrays; one is named by its place here in the packed form, so append only. */
const ARRAY_KINDS = [Float64Array, Uint32Array, Uint16Array, Float32Array, Int32Array, Uint8Array] as const
type SharedView = new (buffer: SharedArrayBuffer, byteOffset: number, length: number) => ArrayBufferView
const HEADER_BYTES = 8
/** Changes with the packed form. */
export const PACKED_FORM = 2

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8

/** Throws a TypeError when the city holds a view of a kind that cannot be packed. */
export function packCity(built: BuiltCity): PackedCity {
  const writer = new ObjectWriter()
  writer.writeHeader()
  writer.writeValue(built)
  const objects = writer.releaseBuffer()
  const numbersAt = aligned(HEADER_BYTES + objects.byteLength)
  const packed = new SharedArrayBuffer(numbersAt + writer.numberBytes)
  new Uint32Array(packed, 0, 1)[0] = objects.byteLength
  const bytes = new Uint8Array(packed)
  bytes.set(objects, HEADER_BYTES)
  for (const { view, at } of writer.views) {
    bytes.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), numbersAt + at)
  }
  return packed
}

/** Throws when the bytes are no packed city. */
export function unpackCity(packed: PackedCity): BuiltCity {
  const [objectBytes = 0] = new Uint32Array(packed, 0, 1)
  const objects = Buffer.from(packed, HEADER_BYTES, objectBytes)
  const reader = new ObjectReader(objects, packed, aligned(HEADER_BYTES + objectBytes))
  reader.readHeader()
  return reader.readValue() as BuiltCity
}

/** Writes objects, and of each view its kind, place and length; its numbers are left to the caller. */
class ObjectWriter extends Serializer {
  readonly views: { view: ArrayBufferView; at: number }[] = []
  numberBytes = 0
  declare _setTreatArrayBufferViewsAsHostObjects: (flag: boolean) => void

  constructor() {
    super()
    this._setTreatArrayBufferViewsAsHostObjects(true)
  }

  /** Called by V8 for each view (node:v8, serializer._writeHostObject). */
  _writeHostObject(view: ArrayBufferView): void {
    const kind = ARRAY_KINDS.findIndex((candidate) => view instanceof candidate)
    if (kind < 0) throw new TypeError(`a city with a ${view.constructor.name} cannot be packed`)
    this.writeUint32(kind)
    this.writeUint32(this.numberBytes)
    this.writeUint32(view.byteLength / ARRAY_KINDS[kind]!.BYTES_PER_ELEMENT)
    this.views.push({ view, at: this.numberBytes })
    this.numberBytes = aligned(this.numberBytes + view.byteLength)
  }
}

/** Reads what ObjectWriter wrote; views are of the packed bytes themselves. */
class ObjectReader extends Deserializer {
  readonly #packed: PackedCity
  readonly #numbersAt: number

  constructor(objects: Buffer, packed: PackedCity, numbersAt: number) {
    super(objects)
    this.#packed = packed
    this.#numbersAt = numbersAt
  }

  /** Called by V8 for each view (node:v8, deserializer._readHostObject). */
  _readHostObject(): ArrayBufferView {
    const kind = ARRAY_KINDS[this.readUint32()] as SharedView | undefined
    const at = this.readUint32()
    const length = this.readUint32()
    if (!kind) throw new TypeError('a view of an unknown kind')
    return new kind(this.#packed, this.#numbersAt + at, length)
  }
}
