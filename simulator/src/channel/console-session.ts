import type { ClientFrame } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import type { z } from 'zod'
import type { Caller } from '../http/route.ts'
import { Audience, audienceKey, mayHear } from './audience.ts'
import type { ConsoleLink } from './console-link.ts'
import { encodeBatch, encodeFrame } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'
import { type Resumed, resumeAlarms } from './resume.ts'
import { snapshotMessages } from './snapshot.ts'
import type { Subscription } from './subscription.ts'

type Frame<Type> = Extract<z.output<typeof ClientFrame>, { type: Type }>

const SUBSCRIPTIONS_MAX = 64
/** Pieces of a snapshot that are sent at once; the rest follows tick by tick. */
const PIECES_AT_ONCE = 3

/**
 * A signed-in console on the channel: its subscriptions, what it still has to be sent (missed alarms, snapshots), and
 * the cursor up to which it has every alarm.
 */
export class ConsoleSession {
  readonly link: ConsoleLink
  readonly sessionId: string
  #caller: Caller
  readonly #hub: HubContext
  readonly #subscriptions = new Map<string, Subscription>()
  #audience: { value: Audience; treeVersion: number } | undefined
  #alarmCursor: number
  #resume: Generator<void, Resumed> | undefined
  readonly #snapshots = new Map<string, Generator<string>>()

  constructor(hub: HubContext, link: ConsoleLink, caller: Caller, resumeFrom: number | undefined) {
    this.#hub = hub
    this.link = link
    this.#caller = caller
    this.sessionId = caller.sessionId
    this.#alarmCursor = resumeFrom ?? hub.alarms.newestCursor()
    if (resumeFrom !== undefined && mayHear(caller, 'alarm')) {
      const audience = new Audience(hub.directory, '', caller, [EVERY_ALARM], hub.hostClock.now())
      this.#startResume(audience)
    }
  }

  get caller(): Caller {
    return this.#caller
  }

  /** Up to here the console has, or was told of, every alarm that it may see. */
  get alarmCursor(): number {
    return this.#alarmCursor
  }

  /** Whether missed alarms are still being sent; live ones wait for them. */
  get isResuming(): boolean {
    return this.#resume !== undefined
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
      this.#snapshots.set(
        frame.id,
        snapshotMessages(this.#hub.directory, this.audience().permitted, subscription),
      )
    }
    this.audience()
    this.pump()
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
      // What was published before this console was in the audience, or was held back in another one, is not lost.
      const isBehind = this.#alarmCursor < this.#hub.publishedCursor()
      if (value.hearsAlarms && (this.#resume || isBehind)) this.#startResume(value)
      return value
    }
    return this.#audience.value
  }

  /** Sends what waits, as far as the link is easy, at most so many pieces; answers how many. */
  pump(most = PIECES_AT_ONCE): number {
    let done = 0
    while (this.#resume && done < most && this.link.isEasy && this.link.isOpen) {
      done++
      const step = this.#resume.next()
      if (!step.done) return done
      this.#resume = undefined
      this.#alarmCursor = step.value.cursor
      this.sendBatch(step.value.messages)
    }
    if (this.#resume) return done
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

  #startResume(audience: Audience): void {
    const { directory, alarms } = this.#hub
    this.#resume = resumeAlarms(alarms, this.#alarmCursor, (sn) =>
      audience.wantsAlarm(directory.slotOf(sn) ?? -1),
    )
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

const EVERY_ALARM: Subscription = { id: '', topics: ['alarm'], scope: { kind: 'subtree', groupId: 0 } }
