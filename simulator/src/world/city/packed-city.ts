import { Deserializer, Serializer } from 'node:v8'
import type { LoopTable } from '../traffic/build-loops.ts'
import type { City } from './types.ts'

/** Slowest parts of a world to build, which depend on the seed alone. */
export type BuiltCity = { city: City; loops?: LoopTable }

/**
 * A built city as bytes that all threads share: a thread unpacks its own objects, but their numbers stay where they
 * are. Nothing may write to an unpacked city.
 *
 * A header, the objects as V8 serialises them in parts, and the numbers of all typed arrays, each aligned to 8 bytes so
 * that a view of them is enough. The header: bytes of each part (4 bytes each), then bytes of it all (4 bytes). Parts
 * begin at multiples of 8. The first holds everything but what `LATER` names, each of which has a part of its own.
 */
export type PackedCity = SharedArrayBuffer

/** Most of a city's objects. They are unpacked on first use: few threads draw houses. */
const LATER = ['buildings', 'areas'] as const
/** Kinds of typed arrays; one is named by its place here in the packed form, so append only. */
const ARRAY_KINDS = [Float64Array, Uint32Array, Uint16Array, Float32Array, Int32Array, Uint8Array] as const
type SharedView = new (buffer: SharedArrayBuffer, byteOffset: number, length: number) => ArrayBufferView
const HEADER_WORDS = 1 + LATER.length + 1
/** Changes with the packed form. */
export const PACKED_FORM = 3

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8

/** Throws a TypeError when the city holds a view of a kind that cannot be packed. */
export function packCity({ city, loops }: BuiltCity): PackedCity {
  const first: Partial<City> = { ...city }
  for (const name of LATER) delete first[name]
  const numbers = new Numbers()
  const parts = [{ city: first, loops }, ...LATER.map((name) => city[name])].map((value) => {
    const writer = new ObjectWriter(numbers)
    writer.writeHeader()
    writer.writeValue(value)
    return writer.releaseBuffer()
  })
  const layout = layoutOf(parts.map(({ byteLength }) => byteLength))
  const packed = new SharedArrayBuffer(layout.numbersAt + numbers.bytes)
  const header = new Uint32Array(packed, 0, HEADER_WORDS)
  header.set([...parts.map(({ byteLength }) => byteLength), packed.byteLength])
  const bytes = new Uint8Array(packed)
  for (const [nth, part] of parts.entries()) bytes.set(part, layout.partsAt[nth])
  for (const { view, at } of numbers.views) {
    bytes.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), layout.numbersAt + at)
  }
  return packed
}

/** Throws when the bytes are no packed city. */
export function unpackCity(packed: PackedCity): BuiltCity {
  const header = new Uint32Array(packed, 0, HEADER_WORDS)
  if (header[HEADER_WORDS - 1] !== packed.byteLength) throw new TypeError('a packed city of another length')
  const lengths = [...header.subarray(0, -1)]
  const { partsAt, numbersAt } = layoutOf(lengths)
  const read = (part: number): unknown => {
    const reader = new ObjectReader(Buffer.from(packed, partsAt[part], lengths[part]), packed, numbersAt)
    reader.readHeader()
    return reader.readValue()
  }
  const built = read(0) as BuiltCity
  for (const [nth, name] of LATER.entries()) whenAsked(built.city, name, () => read(1 + nth))
  return built
}

/** Where parts of those lengths begin, and the numbers behind them. */
function layoutOf(lengths: readonly number[]): { partsAt: number[]; numbersAt: number } {
  let at = aligned(HEADER_WORDS * Uint32Array.BYTES_PER_ELEMENT)
  const partsAt: number[] = []
  for (const length of lengths) {
    partsAt.push(at)
    at = aligned(at + length)
  }
  return { partsAt, numbersAt: at }
}

/** Gives an object a property that is made when it is first read. */
function whenAsked(object: object, name: string, make: () => unknown): void {
  const property = { configurable: true, enumerable: true }
  Object.defineProperty(object, name, {
    ...property,
    get() {
      const value = make()
      Object.defineProperty(object, name, { ...property, value })
      return value
    },
  })
}

/** Views whose numbers lie behind the objects, each with its place there. */
class Numbers {
  readonly views: { view: ArrayBufferView; at: number }[] = []
  bytes = 0

  /** Answers the view's place. */
  add(view: ArrayBufferView): number {
    const at = this.bytes
    this.views.push({ view, at })
    this.bytes = aligned(at + view.byteLength)
    return at
  }
}

/** Writes objects, and of each view its kind, place and length. */
class ObjectWriter extends Serializer {
  readonly #numbers: Numbers
  declare _setTreatArrayBufferViewsAsHostObjects: (flag: boolean) => void

  constructor(numbers: Numbers) {
    super()
    this.#numbers = numbers
    this._setTreatArrayBufferViewsAsHostObjects(true)
  }

  /** Called by V8 for each view (node:v8, serializer._writeHostObject). */
  _writeHostObject(view: ArrayBufferView): void {
    const kind = ARRAY_KINDS.findIndex((candidate) => view instanceof candidate)
    if (kind < 0) throw new TypeError(`a city with a ${view.constructor.name} cannot be packed`)
    this.writeUint32(kind)
    this.writeUint32(this.#numbers.add(view))
    this.writeUint32(view.byteLength / ARRAY_KINDS[kind]!.BYTES_PER_ELEMENT)
  }
}

/** Reads the output of ObjectWriter; views are of the packed bytes themselves. */
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
