import { get as getPlain } from 'node:http'
import { get as getSecurely } from 'node:https'
import { EDGE_HEADERS } from '../calls/client-address.ts'
import type { CoreTrust } from '../cluster/core-link.ts'
import type { HostClock } from '../kernel/clock.ts'
import { createFlvParser } from '../media/flv-parser.ts'
import { createFanout, type Fanout, type MediaTotals, type ViewerClose } from '../media/stream-fanout.ts'

/** A live stream of the core, for the viewers of an edge. */
export type PulledLive = {
  fanout: Fanout
  /** Resolves when the core sends it, or has refused. */
  ready: Promise<void>
  end(reason: ViewerClose): void
}

/** How long it is pulled when nobody watches any more: a player that starts again finds it there. */
const LINGER_MS = 2000
/** Nothing of a live stream for so long: the core or the way to it is gone. */
const SILENT_MS = 15_000
const AUDIO_FLAG = 4
const FLAGS_AT = 4

/** Pulls a stream by its path, as the edge that has the cluster's token. `onEnd`: it is pulled no longer. */
export function pullLive(
  { url, token }: { url: string; token: string },
  path: string,
  deps: {
    hostClock: HostClock
    trust: CoreTrust
    totals: MediaTotals & { pulledBytes: number }
    onEnd(): void
  },
): PulledLive {
  const { hostClock, totals } = deps
  let hasAudio = false
  let isOver = false
  let begin: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    begin = resolve
  })
  let stopLingering: () => void = () => {}
  const fanout = createFanout({
    host: hostClock,
    hasAudio: () => hasAudio,
    totals,
    onViewers() {
      stopLingering()
      if (fanout.viewers() === 0) linger()
    },
  })
  const linger = (): void => {
    stopLingering()
    if (!isOver) stopLingering = hostClock.after(LINGER_MS, () => end('stopped'))
  }
  const end = (reason: ViewerClose): void => {
    if (isOver) return
    isOver = true
    stopLingering()
    asked.destroy()
    deps.onEnd()
    fanout.close(reason)
    begin()
  }
  const target = new URL(path, url)
  const get = target.protocol === 'https:' ? getSecurely : getPlain
  const asked = get(target, { ...deps.trust, headers: { [EDGE_HEADERS.token]: token }, timeout: SILENT_MS })
  asked.on('error', () => end('cut'))
  asked.on('timeout', () => end('cut'))
  asked.on('response', (answer) => {
    if (answer.statusCode !== 200) return end('stopped')
    const parser = createFlvParser()
    let isFirst = true
    answer.on('data', (chunk: Buffer) => {
      totals.pulledBytes += chunk.length
      if (isFirst) hasAudio = ((chunk[FLAGS_AT] ?? 0) & AUDIO_FLAG) !== 0
      isFirst = false
      try {
        for (const tag of parser.push(chunk)) fanout.push(tag)
      } catch {
        end('cut')
      }
      begin()
    })
    answer.on('end', () => end('stopped'))
    answer.on('error', () => end('cut'))
  })
  // Who asked for it may have left meanwhile.
  void ready.then(() => fanout.viewers() === 0 && linger())
  return { fanout, ready, end }
}
