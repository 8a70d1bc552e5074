import type { CursorRange } from '@backlot/contract/channel/cursor-ranges'
import type { ClientFrame } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import type { z } from 'zod'
import type { Caller } from '../calls/route.ts'
import { uncountedGap } from './alarm-messages.ts'
import { type Audience, audienceKey, mayHear } from './audience.ts'
import { Backlog } from './backlog.ts'
import type { ConsoleLink } from './console-link.ts'
import type { SharedStream } from './edges/shared-frames.ts'
import { encodeBatch, encodeFrame } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'
import { snapshotMessages } from './snapshot.ts'
import type { Subscription } from './subscription.ts'

type Frame<Type> = Extract<z.output<typeof ClientFrame>, { type: Type }>

const SUBSCRIPTIONS_MAX = 64
/** Pieces of a snapshot that are sent at once; the rest follows tick by tick. */
const PIECES_AT_ONCE = 3

/** Methods of a console's link that a session needs. */
export type SessionLink = Pick<
  ConsoleLink,
  'isOpen' | 'isEasy' | 'isBehind' | 'send' | 'sendFrame' | 'close' | 'cut'
> & {
  /** Of a console on an edge: where it gets the frames of an audience (undefined: no more) from this tick on. */
  share?(audienceKey: string | undefined): SharedStream | undefined
}

/** Where a returning console resumes: the newest cursor that it saw, and the unsent ranges before it. */
export type ResumeFrom = { alarmCursor: number; alarmGaps: readonly CursorRange[] }

/**
 * A signed-in console on the channel: its subscriptions, its pending messages (missed alarms, snapshots), and the
 * cursor up to which it has every alarm.
 */
export class ConsoleSession {
  readonly link: SessionLink
  readonly sessionId: string
  #caller: Caller
  readonly #hub: HubContext
  readonly #subscriptions = new Map<string, Subscription>()
  #audience: { value: Audience; treeVersion: number } | undefined
  #alarmCursor: number
  #liveAfter: number
  /** The first subscription since the last tick counts at once, and its snapshot begins; others wait for the tick. */
  #isFreshTick = true
  /** It has heard alarms since it signed in. */
  #isLive = false
  /** Alarms that it missed and has yet to receive. */
  readonly backlog = new Backlog()
  readonly #snapshots = new Map<string, Generator<string>>()

  /** `resume`: the state of a returning console; omitted by a new one. */
  constructor(hub: HubContext, link: SessionLink, caller: Caller, resume?: ResumeFrom) {
    this.#hub = hub
    this.link = link
    this.#caller = caller
    this.sessionId = caller.sessionId
    this.#alarmCursor = resume?.alarmCursor ?? hub.alarms.newestCursor()
    this.#liveAfter = this.#alarmCursor
    for (const { fromCursor, toCursor } of resume?.alarmGaps ?? []) {
      this.backlog.add({ fromCursor, toCursor: Math.min(toCursor, this.#alarmCursor) })
    }
  }

  get caller(): Caller {
    return this.#caller
  }

  /** Up to here the console has received every alarm that it may see, in full or as a gap, or will with its backlog. */
  get alarmCursor(): number {
    return this.#alarmCursor
  }

  /** Live alarms up to here are not for it: it has them already, or gets them with its backlog. */
  get liveAfter(): number {
    return this.#liveAfter
  }

  get hearsAlarms(): boolean {
    return this.audience().hearsAlarms
  }

  /** The caller as the session check knows it today: new permissions and scope count at once. */
  renew(caller: Caller): void {
    if (caller === this.#caller) return
    this.#caller = caller
    this.#audience = undefined
  }

  subscribe(frame: Frame<'subscribe'>): void {
    const refusal = this.#refusalOf(frame)
    if (refusal) {
      this.#say({ type: 'subscribed', id: frame.id, ...refusal })
      return
    }
    const subscription = { id: frame.id, topics: frame.topics, scope: frame.scope }
    this.#subscriptions.set(frame.id, subscription)
    this.#audience = undefined
    this.#say({ type: 'subscribed', id: frame.id, code: CODES.ok, msg: '' })
    if (frame.snapshot) {
      const { directory } = this.#hub
      const permitted = directory.scopeOf(this.#caller.scope.rootGroupIds)
      this.#snapshots.set(frame.id, snapshotMessages(directory, permitted, subscription))
    }
    if (this.#isFreshTick) {
      this.audience()
      this.pump()
    }
    this.#isFreshTick = false
  }

  unsubscribe(id: string): void {
    this.#subscriptions.delete(id)
    this.#snapshots.delete(id)
    this.#audience = undefined
  }

  audience(): Audience {
    const treeVersion = this.#hub.directory.treeVersion()
    if (this.#audience?.treeVersion !== treeVersion) {
      const subscriptions = [...this.#subscriptions.values()]
      const key = audienceKey(this.#caller, subscriptions)
      const value = this.#hub.audienceFor(key, this.#caller, subscriptions)
      this.#audience = { value, treeVersion }
      if (value.hearsAlarms) this.#announceMissed()
      return value
    }
    return this.#audience.value
  }

  /** Activates the subscriptions made since the last tick. */
  beginTick(): void {
    this.#isFreshTick = true
    this.audience()
  }

  /** Sends as many pieces of its snapshots as the link takes, at most `most`; answers how many. */
  pump(most = PIECES_AT_ONCE): number {
    let done = 0
    for (const [id, snapshot] of this.#snapshots) {
      while (done < most && this.link.isEasy && this.link.isOpen) {
        done++
        const step = snapshot.next()
        if (step.done) {
          this.#snapshots.delete(id)
          break
        }
        this.sendBatch([step.value])
      }
    }
    return done
  }

  /** Live alarms up to `cursor` have been sent, or did not concern this console. */
  heardUpTo(cursor: number): void {
    this.#alarmCursor = Math.max(this.#alarmCursor, cursor)
  }

  sendBatch(messages: readonly string[]): void {
    if (messages.length > 0) this.link.send(encodeBatch(this.#hub.head(), messages))
  }

  /**
   * Announces alarms stored before this console came back, or published while it did not hear alarms, as a gap; live
   * alarms follow.
   */
  #announceMissed(): void {
    const { alarms, publishedCursor } = this.#hub
    const isBack = !this.#isLive
    this.#isLive = true
    if (!isBack && this.#alarmCursor >= publishedCursor()) return
    const missed = { fromCursor: this.#alarmCursor, toCursor: alarms.newestCursor() }
    if (missed.fromCursor >= missed.toCursor) return
    this.backlog.add(missed)
    this.#alarmCursor = missed.toCursor
    this.#liveAfter = missed.toCursor
    this.sendBatch([uncountedGap(missed)])
  }

  #refusalOf({ topics, scope, id }: Frame<'subscribe'>): { code: number; msg: string } | undefined {
    if (!topics.some((topic) => mayHear(this.#caller, topic))) {
      return { code: CODES.notPermitted, msg: 'You are not permitted to hear this.' }
    }
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX && !this.#subscriptions.has(id)) {
      return { code: CODES.tooManyRequests, msg: `At most ${SUBSCRIPTIONS_MAX} subscriptions at a time.` }
    }
    if (scope.kind === 'subtree' && scope.groupId !== 0 && !this.#hub.directory.group(scope.groupId)) {
      return { code: CODES.notFound, msg: 'There is no such group.' }
    }
    return undefined
  }

  #say(frame: Parameters<typeof encodeFrame>[0]): void {
    this.link.send(encodeFrame(frame))
  }
}
