import type { Alarm } from '@backlot/contract/alarms/entities'
import {
  type CursorRange,
  isInRanges,
  withoutRange,
  withRange,
} from '@backlot/contract/channel/cursor-ranges'
import { type ChannelMessage, ServerFrame } from '@backlot/contract/channel/frames'
import type { Caller } from '../calls/route.ts'
import { createDirectory, type Directory } from '../fleet/directory.ts'
import { textOf } from '../kernel/websocket-frame.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { Audience } from './audience.ts'
import { FULL_PACE, type Pace } from './channel-pace.ts'
import { ConsoleSession } from './console-session.ts'
import type { HubContext } from './hub-context.ts'
import { MemoryAlarms } from './memory-alarms.test-support.ts'
import { createOutbox } from './outbox.ts'
import { sendTick } from './send-tick.ts'
import { type BacklogTurn, tellBacklogs, tellMoved } from './tell-backlogs.ts'

const NAME = { zh: '组', en: 'Group' }
export const DEVICES = ['D0', 'D1', 'D2', 'D3', 'D4', 'D5']

/** The channel without sockets and timers: ticks are made by hand, and a test decides which frames arrive. */
export class ReturningConsoles {
  readonly alarms = new MemoryAlarms()
  readonly directory: Directory = createDirectory(1)
  readonly outbox = createOutbox(() => 0)
  readonly sessions = new Set<ConsoleSession>()
  readonly turns: BacklogTurn[] = []
  readonly context: HubContext
  #published = 0
  #atMs = 0

  constructor() {
    const audiences = new Map<string, Audience>()
    this.context = {
      directory: this.directory,
      alarms: this.alarms,
      hostClock: { ...createHostClock(), now: () => this.#atMs },
      reform: undefined,
      publishedCursor: () => this.#published,
      head: () => ({ boot: 'b', epoch: 1, at: this.#atMs }),
      audienceFor: (key, caller, subscriptions) => {
        const audience =
          audiences.get(key) ?? new Audience(this.directory, key, caller, subscriptions, this.#atMs)
        audiences.set(key, audience)
        return audience
      },
    }
    this.directory.addGroup(0, NAME, 'a', 1)
    this.directory.addGroup(0, NAME, 'b', 2)
    for (const [i, sn] of DEVICES.entries()) {
      this.directory.addDevice({
        ...{
          sn,
          kind: 'camera',
          name: NAME,
          groupId: (i % 2) + 1,
          rosterIndex: i,
          protocolType: 1,
          ability: 1,
        },
        ...{ isPtz: false, x: 0, y: 0, longitude: 0, latitude: 0, installedAtMs: 0 },
        ...{ installAddress: NAME, installer: NAME },
      })
    }
  }

  raise(sn: string, more: Partial<Alarm> = {}): Alarm {
    const alarm = this.alarms.raise(sn, more)
    this.outbox.alarms([alarm], false)
    return alarm
  }

  /** An alarm is read, or gets a picture: sent with the next tick. */
  change(id: number, way: 'read' | 'picture'): void {
    const alarm = this.alarms.change(id)
    if (way === 'read') this.outbox.alarms([alarm], true)
    else this.outbox.resource(alarm.sn, alarm.alarmSeq, [])
  }

  tick(pace: Pace = FULL_PACE): void {
    this.#atMs += 100
    const events = this.outbox.drain(this.#atMs)
    this.#published = Math.max(this.#published, events.alarms.at(-1)?.alarm.cursor ?? 0)
    const metrics = { sent: () => {}, received: () => {}, dropped: () => {} }
    const { context, sessions } = this
    tellMoved(context, sessions, events)
    sendTick({ context, consoles: sessions, events, pace, everybody: [], metrics })
    for (const { backlog } of sessions) backlog.published(this.#published)
    this.turns.push(tellBacklogs(context, sessions, pace))
  }
}

export function callerOf(rootGroupIds: number[]): Caller {
  return {
    sessionId: 's',
    userId: 1,
    loginName: 'all',
    name: 'all',
    type: 1,
    firstProcess: 0,
    mustChangePassword: false,
    permission: new Set(['/dispatch']),
    systemFunction: 32767,
    scope: { rootGroupIds },
    language: 'en',
  }
}

/** A console as the contract asks: it keeps its newest cursor and the gaps that were announced and not counted. */
export class ReturningConsole {
  readonly #channel: ReturningConsoles
  readonly #caller: Caller
  #session: ConsoleSession | undefined
  #arriving: ChannelMessage[][] = []
  #cursor: number | undefined
  #gaps: CursorRange[] = []
  isBehind = false
  /** Every alarm that was sent, by id: how often as new. */
  readonly sentAsNew = new Map<number, number>()
  /** Counts of all gaps. */
  readonly byType: Record<string, number> = {}
  /** Ranges that can be paged. */
  pageable: CursorRange[] = []
  readonly seenCursors = new Set<number>()
  frames = 0
  liveFrames = 0

  constructor(channel: ReturningConsoles, rootGroupIds: number[] = [0]) {
    this.#channel = channel
    this.#caller = callerOf(rootGroupIds)
  }

  get isOn(): boolean {
    return this.#session !== undefined
  }

  get openGaps(): readonly CursorRange[] {
    return this.#gaps
  }

  comeOn(): void {
    const mine = this
    const take = (frame: Buffer | string) => {
      const read = ServerFrame.parse(JSON.parse(typeof frame === 'string' ? frame : textOf(frame)))
      if (read.type === 'batch') mine.#arriving.push(read.messages)
      return true
    }
    const link = {
      isOpen: true,
      isEasy: true,
      get isBehind() {
        return mine.isBehind
      },
      send: take,
      sendFrame: take,
      close() {},
      cut() {},
    }
    this.#arriving = []
    const resume =
      this.#cursor === undefined ? undefined : { alarmCursor: this.#cursor, alarmGaps: this.#gaps }
    this.#cursor ??= this.#channel.alarms.newestCursor()
    const session = new ConsoleSession(this.#channel.context, link, this.#caller, resume)
    this.#session = session
    this.#channel.sessions.add(session)
    session.subscribe({
      ...{ type: 'subscribe', id: 'a', topics: ['alarm'], scope: { kind: 'subtree', groupId: 0 } },
      snapshot: false,
    })
  }

  /** Reads frames that have arrived: all of them, or `most`. */
  read(most = Number.POSITIVE_INFINITY): void {
    for (const messages of this.#arriving.splice(0, most)) this.#take(messages)
  }

  /** Is cut: unread frames are lost. */
  goOff(): void {
    if (this.#session) this.#channel.sessions.delete(this.#session)
    this.#session = undefined
    this.#arriving = []
  }

  #take(messages: readonly ChannelMessage[]): void {
    this.frames++
    for (const message of messages) {
      if (message.type === 'alarm') {
        for (const { id, cursor = 0 } of message.list) {
          this.seenCursors.add(cursor)
          if (!message.updateOnly) this.sentAsNew.set(id, (this.sentAsNew.get(id) ?? 0) + 1)
        }
        this.#cursor = Math.max(this.#cursor!, message.cursor)
      }
      if (message.type !== 'alarmGap') continue
      this.#cursor = Math.max(this.#cursor!, message.toCursor)
      if (message.counted === false) this.#gaps = withRange(this.#gaps, message)
      else {
        this.#gaps = withoutRange(this.#gaps, message)
        if (message.skipped > 0) this.pageable = withRange(this.pageable, message)
      }
      for (const [type, count] of Object.entries(message.byType)) {
        this.byType[type] = (this.byType[type] ?? 0) + count
      }
    }
  }

  /** Whether an alarm as it is now was sent, or can be paged. */
  has({ cursor = 0 }: Alarm): boolean {
    return this.seenCursors.has(cursor) || isInRanges(this.pageable, cursor)
  }

  get newAlarms(): number {
    const sent = [...this.sentAsNew.values()].reduce((sum, count) => sum + count, 0)
    return sent + Object.values(this.byType).reduce((sum, count) => sum + count, 0)
  }
}
