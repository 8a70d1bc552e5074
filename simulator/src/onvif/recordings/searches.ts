/** Searches that clients began: their results wait to be fetched (ONVIF Recording Search, 5.3). */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../../kernel/clock.ts'
import type { Xml } from '../../wire/onvif/write-xml.ts'
import { crowdedOut, type HeldPlace } from '../crowded-out.ts'

export type SearchKind = 'recordings' | 'events'

export type Searches = {
  /**
   * Keeps results for `keepMs` after the last fetch; answers the search's token. Where a client, or all together, have
   * too many, one that was not fetched from for longest is forgotten. `client`: its address.
   */
  begin(sn: string, client: string, kind: SearchKind, results: Results, keepMs: number): string
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

/** Results of a search, which are written as they are fetched: as XML they would take twenty times the memory. */
export type Results = { count: number; write(from: number, to: number): readonly Xml[] }

const SEARCHES = { inAll: 256, ofClient: 32 } as const

type Search = HeldPlace & {
  sn: string
  kind: SearchKind
  results: Results
  at: number
  keepMs: number
  endsAtMs: number
}

export function createSearches(hostClock: HostClock): Searches {
  const searches = new Map<string, Search & { token: string }>()
  let signs = 0
  const forgetOld = () => {
    const nowMs = hostClock.now()
    for (const [token, { endsAtMs }] of searches) if (endsAtMs <= nowMs) searches.delete(token)
  }
  return {
    begin(sn, client, kind, results, keepMs) {
      forgetOld()
      const own = [...searches.values()].filter(({ address }) => address === client)
      const isClientFull = own.length >= SEARCHES.ofClient
      if (isClientFull || searches.size >= SEARCHES.inAll) {
        const silent = crowdedOut(isClientFull ? own : searches.values())
        if (silent) searches.delete(silent.token)
      }
      const token = `search_${randomBytes(8).toString('hex')}`
      const endsAtMs = hostClock.now() + keepMs
      searches.set(token, {
        ...{ token, sn, kind, results, keepMs, endsAtMs },
        address: client,
        sign: ++signs,
        at: 0,
      })
      return token
    },
    next(sn, kind, token, most) {
      forgetOld()
      const search = searches.get(token)
      if (!search || search.sn !== sn || search.kind !== kind) return undefined
      const to = Math.min(search.at + most, search.results.count)
      const results = search.results.write(search.at, to)
      search.at = to
      search.sign = ++signs
      search.endsAtMs = hostClock.now() + search.keepMs
      return { results, isLast: search.at >= search.results.count }
    },
    end: (sn, token) => searches.get(token)?.sn === sn && searches.delete(token),
  }
}
