import type { Cluster } from '../cluster/open-cluster.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { EdgeConsole } from './edge-console.ts'
import { readStreams } from './read-streams.ts'
import { type SharedFrame, TickOrder } from './tick-order.ts'

export type StreamFollower = Disposable & {
  order: TickOrder
  consolesOf(stream: number): Iterable<EdgeConsole>
  /** A console gets the frames of another stream (0: of none) from the tick after `tick` on. */
  move(console: EdgeConsole, stream: number, tick: number): void
  streams(): number
  behindMs(): number
}

/** Frames that Redis has not brought by then are asked for over the link. */
const NEED_AFTER_MS = 300

/** The streams in which consoles of this edge sit, in the order of the core. */
export function followStreams(deps: {
  cluster: Cluster
  hostClock: HostClock
  boot: string
  deliver(stream: number, frame: SharedFrame): void
  /** A console has missed a frame. */
  lost(console: EdgeConsole): void
  need(tick: number): void
  /** Redis brings frames again. */
  reads(): void
}): StreamFollower {
  const { hostClock } = deps
  const seats = new Map<number, Set<EdgeConsole>>()
  let isWithoutRedis = false
  let stopWaiting: () => void = () => {}
  const order = new TickOrder({
    deliver: deps.deliver,
    isRead: (stream) => seats.has(stream),
    lost(stream) {
      for (const console of [...(seats.get(stream) ?? [])]) deps.lost(console)
    },
    stalled(tick) {
      stopWaiting()
      // The core sends them, or says that they are lost.
      stopWaiting = hostClock.after(NEED_AFTER_MS, () => {
        isWithoutRedis = true
        deps.need(tick)
      })
    },
    goesOn: () => stopWaiting(),
  })
  const reader = readStreams(deps.cluster, deps.boot, (stream, tick, frame) => {
    if (isWithoutRedis) {
      isWithoutRedis = false
      deps.reads()
    }
    order.arrived(stream, tick, frame)
  })
  return {
    order,
    consolesOf: (stream) => seats.get(stream) ?? [],
    move(console, stream, tick) {
      const before = seats.get(console.stream)
      before?.delete(console)
      if (before?.size === 0) {
        seats.delete(console.stream)
        reader.drop(console.stream)
        order.forget(console.stream)
      }
      console.stream = stream
      if (stream === 0) return
      const there = seats.get(stream)
      if (there) there.add(console)
      else {
        seats.set(stream, new Set([console]))
        reader.watch(stream, tick)
      }
    },
    streams: () => seats.size,
    behindMs: () => reader.behindMs(),
    [Symbol.dispose]() {
      stopWaiting()
      reader[Symbol.dispose]()
    },
  }
}
