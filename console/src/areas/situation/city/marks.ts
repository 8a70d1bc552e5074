import { Buffer, BufferUsage, Geometry } from 'pixi.js'

export const FLOAT_BYTES = 4

export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** Attributes of one instance: name and how many numbers. */
type Parts = readonly (readonly [name: string, width: number])[]

/** A growing array of marks of one kind on the graphics card. */
export class Marks {
  readonly #numbers: number
  #data: Float32Array<ArrayBuffer>
  readonly buffer: Buffer
  readonly geometry: Geometry
  #count = 0

  constructor(capacity: number) {
    this.#numbers = MARK_PARTS.reduce((sum, [, width]) => sum + width, 0)
    this.#data = new Float32Array(capacity * this.#numbers)
    this.buffer = new Buffer({ data: this.#data, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST })
    this.geometry = instanced(this.buffer, MARK_PARTS, SQUARE)
    this.geometry.instanceCount = 0
  }

  begin(): void {
    this.#count = 0
  }

  add(x: number, y: number, size: number, second: number, [red, green, blue, alpha]: Colour): void {
    const at = this.#count * this.#numbers
    if (at + this.#numbers > this.#data.length) {
      const larger = new Float32Array(this.#data.length * 2)
      larger.set(this.#data)
      this.#data = larger
    }
    const data = this.#data
    data[at] = x
    data[at + 1] = y
    data[at + 2] = size
    data[at + 3] = second
    data[at + 4] = red
    data[at + 5] = green
    data[at + 6] = blue
    data[at + 7] = alpha
    this.#count++
  }

  end(): void {
    if (this.buffer.data === this.#data) this.buffer.update(this.#count * this.#numbers * FLOAT_BYTES)
    else this.buffer.data = this.#data
    this.geometry.instanceCount = this.#count
  }
}

const MARK_PARTS = [
  ['aPlace', 2],
  ['aLook', 2],
  ['aColour', 4],
] as const
export const TRAIL_PARTS = [
  ['aFrom', 2],
  ['aTo', 2],
  ['aDriven', 2],
] as const

/** A quad from -1 to 1 each way, and one that runs along a line. */
const SQUARE = [-1, -1, 1, -1, 1, 1, -1, 1]
export const ALONG = [0, -1, 1, -1, 1, 1, 0, 1]

/** Quads with these corners, one for each run of `parts` in the buffer. */
export function instanced(buffer: Buffer, parts: Parts, corners: number[]): Geometry {
  const stride = parts.reduce((sum, [, width]) => sum + width, 0) * FLOAT_BYTES
  let offset = 0
  const attributes: ConstructorParameters<typeof Geometry>[0] = {
    attributes: { aCorner: { buffer: corners, format: 'float32x2' } },
    indexBuffer: [0, 1, 2, 0, 2, 3],
  }
  for (const [name, width] of parts) {
    const format = width === 4 ? 'float32x4' : 'float32x2'
    attributes!.attributes![name] = { buffer, format, stride, offset, instance: true }
    offset += width * FLOAT_BYTES
  }
  return new Geometry(attributes)
}
