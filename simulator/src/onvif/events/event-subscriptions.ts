/**
 * Pull points (ONVIF Core, 9.1): queues of messages that clients fetch. A subscription lives by the host's clock: the
 * camera's may stand or jump.
 */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../../kernel/clock.ts'
import { matchesTopic, type TopicPart } from '../../wire/onvif/topic-expression.ts'
import { crowdedOut, type HeldPlace } from '../crowded-out.ts'
import type { DeviceClocks } from '../onvif-clocks.ts'
import type { OnvifEvent, OnvifPorts } from '../ports.ts'
import { EVENT_TOPICS, type EventMessage } from './event-topics.ts'

export type EventSubscription = {
  id: string
  /** How long it still lives, milliseconds. */
  remainingMs(): number
  renew(lifetimeMs: number): void
  /** States as they are, as messages. */
  synchronize(): void
  /**
   * Messages, as soon as there are any; none after `timeoutMs`. 'gone' when the subscription ended meanwhile. A second
   * pull ends the first.
   */
  pull(
    limit: number,
    timeoutMs: number,
    onLeave: (listener: () => void) => void,
  ): Promise<EventMessage[] | 'gone'>
  end(): void
}

export type EventSubscriptions = {
  /**
   * Where there are too many, one that was not pulled for longest ends, of the client that has the most; undefined: it
   * waits on all of them. `client`: its address. Without `topics` it gets everything.
   */
  create(
    sn: string,
    client: string,
    topics: readonly TopicPart[] | undefined,
    lifetimeMs: number,
  ): EventSubscription | undefined
  find(sn: string, id: string): EventSubscription | undefined
  count(): number
  /** Ends those whose time is over, and those of cameras that are gone. Called about once a second. */
  review(): void
} & Disposable

const SUBSCRIPTIONS_MOST = 4096
const OF_CAMERA_MOST = 16
/** Messages that wait; the oldest are dropped first. */
const QUEUE_MOST = 256

type Waiting = { limit: number; settle(messages: EventMessage[] | 'gone'): void }
type Entry = HeldPlace & { sn: string; isOver(): boolean; subscription: EventSubscription }

export function createEventSubscriptions(
  { events, cameras, clock }: Pick<OnvifPorts, 'events' | 'cameras' | 'clock'>,
  clocks: DeviceClocks,
  hostClock: HostClock,
): EventSubscriptions {
  const entries = new Map<string, Entry>()
  let signs = 0

  const open = (
    sn: string,
    client: string,
    topics: readonly TopicPart[] | undefined,
    firstLifetimeMs: number,
  ): Entry => {
    const id = randomBytes(16).toString('hex')
    let lifetimeMs = firstLifetimeMs
    let endsAtMs = hostClock.now() + lifetimeMs
    let queue: EventMessage[] = []
    let waiting: Waiting | undefined
    const flush = () => {
      if (!waiting || queue.length === 0) return
      const { limit, settle } = waiting
      settle(queue.splice(0, limit))
    }
    const put = (event: OnvifEvent, operation: EventMessage['operation']) => {
      const atMs = event.atMs + clocks.now(sn) - clock.now()
      for (const topic of EVENT_TOPICS) {
        if (topic.kind !== event.kind || (topics && !matchesTopic(topics, topic.path))) continue
        queue.push({ topic, chnId: event.chnId, isActive: event.isActive, atMs, operation })
      }
      queue = queue.slice(-QUEUE_MOST)
    }
    const stopListening = events.subscribe(sn, (event) => {
      put(event, 'Changed')
      flush()
    })
    const subscription: EventSubscription = {
      id,
      remainingMs: () => Math.max(0, endsAtMs - hostClock.now()),
      renew(ms) {
        entry.sign = ++signs
        lifetimeMs = ms
        endsAtMs = hostClock.now() + ms
      },
      synchronize() {
        for (const state of events.statesOf(sn)) put(state, 'Initialized')
        flush()
      },
      pull(limit, timeoutMs, onLeave) {
        entry.sign = ++signs
        waiting?.settle([])
        const nowMs = hostClock.now()
        // It lives on as long as it is asked.
        const lasts = queue.length > 0 ? lifetimeMs : timeoutMs + lifetimeMs
        endsAtMs = Math.max(endsAtMs, nowMs + lasts)
        if (queue.length > 0) return Promise.resolve(queue.splice(0, limit))
        return new Promise((resolve) => {
          const settle: Waiting['settle'] = (messages) => {
            if (waiting === own) waiting = undefined
            cancel()
            resolve(messages)
          }
          const own: Waiting = { limit, settle }
          const cancel = hostClock.after(timeoutMs, () => settle([]))
          waiting = own
          onLeave(() => settle([]))
        })
      },
      end() {
        stopListening()
        entries.delete(id)
        queue = []
        waiting?.settle('gone')
      },
    }
    const entry: Entry = {
      sn,
      address: client,
      sign: ++signs,
      isInUse: () => waiting !== undefined,
      isOver: () => hostClock.now() >= endsAtMs,
      subscription,
    }
    subscription.synchronize()
    return entry
  }

  return {
    create(sn, client, topics, lifetimeMs) {
      const ofCamera = [...entries.values()].filter((entry) => entry.sn === sn)
      const isCameraFull = ofCamera.length >= OF_CAMERA_MOST
      if (isCameraFull || entries.size >= SUBSCRIPTIONS_MOST) {
        const silent = crowdedOut(isCameraFull ? ofCamera : entries.values())
        if (!silent) return undefined
        silent.subscription.end()
      }
      const entry = open(sn, client, topics, lifetimeMs)
      entries.set(entry.subscription.id, entry)
      return entry.subscription
    },
    find(sn, id) {
      const entry = entries.get(id)
      return entry && entry.sn === sn && !entry.isOver() ? entry.subscription : undefined
    },
    count: () => entries.size,
    review() {
      const online = new Map<string, boolean>()
      for (const { sn, isOver, subscription } of [...entries.values()]) {
        if (!online.has(sn)) online.set(sn, cameras.find(sn)?.isOnline ?? false)
        if (isOver() || !online.get(sn)) subscription.end()
      }
    },
    [Symbol.dispose]() {
      for (const { subscription } of [...entries.values()]) subscription.end()
    },
  }
}
