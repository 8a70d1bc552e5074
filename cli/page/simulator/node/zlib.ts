/** What the platform compresses and reads, by fflate. */
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

export const gzipSync = at(gzip8)
export const gunzipSync = at(gunzip8)
export const deflateRawSync = at(deflateSync)
export const inflateRawSync = at(inflateSync)
export const gzip = answering(gzip8)
export const gunzip = answering(gunzip8)
const absent = (name: string) => () => {
  throw new Error(`zlib.${name} is not in the page.`)
}
export const brotliCompress = absent('brotliCompress')
export const brotliDecompressSync = absent('brotliDecompressSync')
export const createGzip = absent('createGzip')
export const createGunzip = absent('createGunzip')
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
