import { streamKey } from '../channel/edges/shared-frames.ts'
import type { Cluster } from '../cluster/open-cluster.ts'
import type { SharedFrame } from './tick-order.ts'

export type StreamReader = Disposable & {
  /** Reads a stream from the entry after this tick on. */
  watch(stream: number, afterTick: number): void
  drop(stream: number): void
  /** Milliseconds since Redis answered last; 0 while nothing is to be read. */
  behindMs(): number
}

/** How long a read waits for entries: so long a new stream waits for the next read. */
const BLOCK_MS = 20
/** Entries of a stream in one read. */
const AT_ONCE = 16
const RETRY_MS = 100

type Entry = [id: Buffer, fields: Buffer[]]

/** Reads the shared frames of a run of the core from Redis. */
export function readStreams(
  cluster: Cluster,
  boot: string,
  onFrame: (stream: number, tick: number, frame: SharedFrame) => void,
): StreamReader {
  const redis = cluster.connect()
  const positions = new Map<number, number>()
  let isOver = false
  let heardMs = performance.now()
  let wake: () => void = () => {}

  const read = async (): Promise<void> => {
    const asked = [...positions]
    const keys = asked.map(([stream]) => streamKey(cluster, boot, stream))
    const ids = asked.map(([, tick]) => `${tick}-0`)
    const answer = await redis.xreadBuffer(
      ...(['COUNT', AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
      ...keys,
      ...ids,
    )
    heardMs = performance.now()
    for (const [key, entries] of answer ?? []) {
      const stream = asked[keys.indexOf(String(key))]?.[0]
      if (stream !== undefined) take(stream, entries)
    }
  }
  const take = (stream: number, entries: readonly Entry[]): void => {
    for (const [id, fields] of entries) {
      const tick = Number.parseInt(String(id), 10)
      if (!positions.has(stream)) return
      positions.set(stream, tick)
      const frame = fields[1]
      if (frame) onFrame(stream, tick, { frame, behind: fields[3] })
    }
  }
  const run = async (): Promise<void> => {
    while (!isOver) {
      if (positions.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        heardMs = performance.now()
        continue
      }
      try {
        await read()
      } catch (error) {
        if (isOver) return
        cluster.log.debug({ err: error }, 'shared frames could not be read')
        await new Promise<void>((resolve) => {
          setTimeout(resolve, RETRY_MS)
        })
      }
    }
  }
  void run()
  return {
    watch(stream, afterTick) {
      positions.set(stream, afterTick)
      wake()
    },
    drop: (stream) => void positions.delete(stream),
    behindMs: () => (positions.size === 0 ? 0 : performance.now() - heardMs),
    [Symbol.dispose]() {
      isOver = true
      wake()
      redis.disconnect()
    },
  }
}
