import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { RawReply } from '../../calls/route.ts'
import type { TilesPort } from './tiles-port.ts'

const compress = promisify(gzip)
const BYTES_MAX = 48 * 1024 * 1024
const TYPE = 'application/vnd.mapbox-vector-tile'

type Entry = { gzip: Buffer; plain: Uint8Array; etag: string }

/** Tiles as they go out: compressed once, kept, with an ETag. Empty tiles answer 204. */
export function createTileCache(source: TilesPort) {
  const entries = new Map<string, Entry | undefined>()
  /** Tiles being cut, so that two who ask wait for one. */
  const underWay = new Map<string, Promise<Entry | undefined>>()
  let bytes = 0

  const make = async (z: number, x: number, y: number): Promise<Entry | undefined> => {
    const plain = await source.tile(z, x, y)
    if (!plain) return undefined
    const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
    return { plain, gzip: await compress(plain, { level: 6 }), etag }
  }

  const keep = (key: string, entry: Entry | undefined) => {
    entries.set(key, entry)
    bytes += sizeOf(entry)
    for (const [oldest, old] of entries) {
      if (bytes <= BYTES_MAX || oldest === key) break
      entries.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  const entryFor = async (z: number, x: number, y: number): Promise<Entry | undefined> => {
    const key = `${z}/${x}/${y}`
    if (entries.has(key)) {
      const known = entries.get(key)
      entries.delete(key)
      entries.set(key, known)
      return known
    }
    let making = underWay.get(key)
    if (!making) {
      making = make(z, x, y)
        .then((entry) => {
          keep(key, entry)
          return entry
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, making)
    }
    return making
  }

  return {
    /** `pinned`: the address carries the city's version, so that the tile never changes. */
    async reply(
      z: number,
      x: number,
      y: number,
      pinned: boolean,
      request: IncomingMessage,
    ): Promise<RawReply> {
      const entry = await entryFor(z, x, y)
      const cache = pinned ? 'private, max-age=31536000, immutable' : 'private, no-cache'
      if (!entry) return new RawReply('', { 'cache-control': cache }, 204)
      const headers = {
        'content-type': TYPE,
        'cache-control': cache,
        etag: entry.etag,
        vary: 'Accept-Encoding',
      }
      if (request.headers['if-none-match'] === entry.etag) return new RawReply('', headers, 304)
      const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
      if (!accepts) return new RawReply(entry.plain, headers)
      return new RawReply(entry.gzip, { ...headers, 'content-encoding': 'gzip' })
    },
  }
}

/** An empty tile costs its key. */
function sizeOf(entry: Entry | undefined): number {
  return entry ? entry.gzip.byteLength + entry.plain.byteLength : 100
}
