import type { ServerResponse } from 'node:http'
import type { QueryOut } from '@backlot/contract/call'
import type {
  controlLive,
  EventKind,
  LiveEvent,
  LiveMessage,
  LiveState,
  WireFrame,
} from '@backlot/contract/control/live-calls'
import { StreamReply } from '../../calls/route.ts'
import type { WireTap } from '../../gateways/wire-tap.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { type EventEar, type EventSourceDeps, openEventSources } from './event-sources.ts'
import { readFrame } from './read-frame.ts'
import { Sample } from './sample.ts'

/** Listeners to live events. */
export type LiveFeed = Disposable & {
  open(query: QueryOut<typeof controlLive>): StreamReply
  listeners(): number
}

export type LiveFeedDeps = EventSourceDeps & {
  host: HostClock
  wireTap: Pick<WireTap, 'listen'>
  state(): Omit<LiveState, 'type'>
}

/** Interval at which collected events are sent. */
const TICK_MS = 250
/** Ticks between two states. */
const STATE_TICKS = 4
/** Ticks between two keep-alives when nothing else is sent. */
const ALIVE_TICKS = 40
/** Of each kind, in one message; the others are counted: a person reads less than that. */
const EVENTS_MOST = 60
const FRAMES_MOST = 60
/** A listener this far behind gets nothing more until it has caught up; missed events are counted. */
const BEHIND_BYTES = 1_000_000
export const LISTENERS_MOST = 20

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** Live events for any number of listeners: each gets the kinds it asked for, as many as a person can look at. */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeed {
  const open = new Set<() => void>()
  return {
    open: (query) =>
      new StreamReply(HEADERS, (response) => {
        if (open.size >= LISTENERS_MOST) [...open][0]!()
        const close = listen(deps, query, response, () => open.delete(close))
        open.add(close)
      }),
    listeners: () => open.size,
    [Symbol.dispose]() {
      for (const close of [...open]) close()
    },
  }
}

function listen(
  deps: LiveFeedDeps,
  query: QueryOut<typeof controlLive>,
  response: ServerResponse,
  ended: () => void,
): () => void {
  const events = new Sample<EventKind, LiveEvent>(EVENTS_MOST)
  const frames = new Sample<'frame', WireFrame>(FRAMES_MOST)
  const sources = query.events?.length ? openEventSources(deps, earFor(query, events)) : undefined
  const stopWires = query.wires?.length ? listenToWires(deps, query, frames) : () => {}
  let ticks = 0
  let silentTicks = 0
  const say = (message: LiveMessage) => {
    response.write(`data: ${JSON.stringify(message)}\n\n`)
    silentTicks = 0
  }
  const tick = () => {
    const isStateDue = query.state === '1' && ticks++ % STATE_TICKS === 0
    sources?.look()
    if (response.writableLength > BEHIND_BYTES) return
    if (isStateDue) say({ type: 'state', ...deps.state() } as LiveState)
    const happened = events.take()
    if (happened) say({ type: 'events', ...happened })
    const heard = frames.take()
    if (heard) say({ type: 'frames', list: heard.list, seen: heard.seen.frame ?? 0, left: heard.left })
    if (++silentTicks < ALIVE_TICKS) return
    response.write(':\n\n')
    silentTicks = 0
  }
  const stopTicks = deps.host.every(TICK_MS, tick)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    stopTicks()
    stopWires()
    sources?.close()
    response.end()
    ended()
  }
  // Tells the listener at once that the stream works.
  response.write(':\n\n')
  response.on('close', close)
  response.on('error', close)
  tick()
  return close
}

function earFor(query: QueryOut<typeof controlLive>, events: Sample<EventKind, LiveEvent>): EventEar {
  const wanted = new Set(query.events)
  const only = query.sn
  let n = 0
  return {
    hear(kind, sn, make) {
      if (!wanted.has(kind) || (only !== undefined && sn !== only)) return
      events.offer(kind, () => ({ n: ++n, kind, ...make() }))
    },
    hearAlarms(list, make) {
      if (!wanted.has('alarm')) return
      const meant = only === undefined ? list : list.filter(({ sn }) => sn === only)
      if (meant.length > 0)
        events.offerAll('alarm', meant, (alarm) => ({ n: ++n, kind: 'alarm', ...make(alarm) }))
    },
  }
}

function listenToWires(
  { wireTap }: LiveFeedDeps,
  query: QueryOut<typeof controlLive>,
  frames: Sample<'frame', WireFrame>,
): () => void {
  const wanted = new Set(query.wires)
  let n = 0
  return wireTap.listen((packet) => {
    if (!wanted.has(packet.protocol)) return
    if (query.direction !== undefined && packet.direction !== query.direction) return
    if (query.sn !== undefined && packet.sn !== query.sn) return
    frames.offer('frame', () => readFrame(packet, ++n))
  })
}
