/** Searches that clients began: their results wait to be fetched (ONVIF Recording Search, 5.3). */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../../kernel/clock.ts'
import type { Xml } from '../../wire/onvif/write-xml.ts'

export type SearchKind = 'recordings' | 'events'

export type Searches = {
  /** Keeps results for `keepMs` after the last fetch; undefined: there are too many searches. */
  begin(sn: string, kind: SearchKind, results: readonly Xml[], keepMs: number): string | undefined
  /** The next results; undefined when there is no such search. */
  next(
    sn: string,
    kind: SearchKind,
    token: string,
    most: number,
  ): { results: readonly Xml[]; isLast: boolean } | undefined
  /** Whether there was one. */
  end(sn: string, token: string): boolean
}

const SEARCHES_MOST = 256

type Search = {
  sn: string
  kind: SearchKind
  results: readonly Xml[]
  at: number
  keepMs: number
  endsAtMs: number
}

export function createSearches(hostClock: HostClock): Searches {
  const searches = new Map<string, Search>()
  const forgetOld = () => {
    const nowMs = hostClock.now()
    for (const [token, { endsAtMs }] of searches) if (endsAtMs <= nowMs) searches.delete(token)
  }
  return {
    begin(sn, kind, results, keepMs) {
      forgetOld()
      if (searches.size >= SEARCHES_MOST) return undefined
      const token = `search_${randomBytes(8).toString('hex')}`
      searches.set(token, { sn, kind, results, at: 0, keepMs, endsAtMs: hostClock.now() + keepMs })
      return token
    },
    next(sn, kind, token, most) {
      forgetOld()
      const search = searches.get(token)
      if (!search || search.sn !== sn || search.kind !== kind) return undefined
      const results = search.results.slice(search.at, search.at + most)
      search.at += results.length
      search.endsAtMs = hostClock.now() + search.keepMs
      return { results, isLast: search.at >= search.results.length }
    },
    end: (sn, token) => searches.get(token)?.sn === sn && searches.delete(token),
  }
}
