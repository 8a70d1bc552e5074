import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { dataBody, wholeBody } from './reply.ts'
import { RawReply } from './route.ts'

/**
 * Serialised bodies of lists that are requested repeatedly. A body is cached under its key (user scope and query) until
 * a write changes the version; it carries an ETag.
 */
export type BodyCache = {
  /** Answers from the cache, or makes the data (JsonBytes too), keeps it and answers. 304 when the caller has it already. */
  reply(request: IncomingMessage, key: string, version: number | string, make: () => unknown): RawReply
  size(): number
}

type Entry = {
  version: number | string
  etag: string
  body: Buffer
  whole: RawReply
  unchanged: RawReply
  /** Count of all replies when it was last used. */
  usedAt: number
}

/** Keeps at most `bytesMax` of bodies, dropping the one unused for longest. */
export function createBodyCache(bytesMax = 32 * 1024 * 1024): BodyCache {
  const entries = new Map<string, Entry>()
  let bytes = 0
  let replies = 0
  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= entry.body.byteLength
    entries.delete(key)
  }
  const fresh = (key: string, version: number | string, make: () => unknown): Entry => {
    const known = entries.get(key)
    // A mark of its own: moving it to the end of the map at each reply would make a new table every few of them.
    if (known?.version === version) {
      known.usedAt = ++replies
      return known
    }
    drop(key)
    const entry: Entry = { ...entryOf(version, make()), usedAt: ++replies }
    entries.set(key, entry)
    bytes += entry.body.byteLength
    if (bytes > bytesMax) dropOldest()
    return entry
  }
  /** Down to three quarters, so that it is seldom done. The last used body stays, however large. */
  const dropOldest = () => {
    const byAge = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [key] of byAge.slice(0, -1)) {
      if (bytes <= bytesMax * 0.75) break
      drop(key)
    }
  }
  return {
    reply(request, key, version, make) {
      const entry = fresh(key, version, make)
      return request.headers['if-none-match'] === entry.etag ? entry.unchanged : entry.whole
    },
    size: () => entries.size,
  }
}

function entryOf(version: number | string, data: unknown): Omit<Entry, 'usedAt'> {
  const body = wholeBody(dataBody(data))
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization',
    etag,
  }
  return {
    version,
    etag,
    body,
    whole: new RawReply(body, headers),
    unchanged: new RawReply('', headers, 304),
  }
}
