/** What the platform compresses and reads, by fflate. */
import { Transform } from 'node:stream'
import { deflateSync, gunzipSync as gunzip8, gzipSync as gzip8, inflateSync } from 'fflate'

type Done = (error: Error | null, made?: Buffer) => void

const answering =
  (make: (bytes: Uint8Array) => Uint8Array) => (bytes: Uint8Array, options: unknown, done?: Done) => {
    const tell = (done ?? options) as Done
    try {
      tell(null, Buffer.from(make(new Uint8Array(bytes))))
    } catch (error) {
      tell(error as Error)
    }
  }
const at = (make: (bytes: Uint8Array) => Uint8Array) => (bytes: Uint8Array) =>
  Buffer.from(make(new Uint8Array(bytes)))

/** As Node says that bytes are not what they should be. */
const readable = (read: (bytes: Uint8Array) => Uint8Array) => (bytes: Uint8Array) => {
  try {
    return read(bytes)
  } catch (error) {
    throw Object.assign(new Error((error as Error).message), { code: 'Z_DATA_ERROR' })
  }
}
const ungzip8 = readable(gunzip8)

export const gzipSync = at(gzip8)
export const gunzipSync = at(ungzip8)
export const deflateRawSync = at(deflateSync)
export const inflateRawSync = at(readable(inflateSync))
export const gzip = answering(gzip8)
export const gunzip = answering(ungzip8)
const absent = (name: string) => () => {
  throw new Error(`zlib.${name} is not in the page.`)
}
export const brotliCompress = absent('brotliCompress')
export const brotliDecompressSync = absent('brotliDecompressSync')

/** The whole of what came in, at its end. */
class Whole extends Transform {
  readonly #make: (bytes: Uint8Array) => Uint8Array
  readonly #parts: Uint8Array[] = []

  constructor(make: (bytes: Uint8Array) => Uint8Array) {
    super()
    this.#make = make
  }

  override _transform(part: Uint8Array, _encoding: BufferEncoding, taken: () => void): void {
    this.#parts.push(part)
    taken()
  }

  override _flush(done: (error?: Error | null, made?: Buffer) => void): void {
    try {
      done(null, Buffer.from(this.#make(new Uint8Array(Buffer.concat(this.#parts)))))
    } catch (error) {
      done(error as Error)
    }
  }
}

export const createGzip = () => new Whole(gzip8)
export const createGunzip = () => new Whole(ungzip8)
export const constants = {}
export default {
  gzipSync,
  gunzipSync,
  deflateRawSync,
  inflateRawSync,
  gzip,
  gunzip,
  createGzip,
  createGunzip,
  constants,
}
