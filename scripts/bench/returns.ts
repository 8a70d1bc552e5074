// Consoles that come back in a storm: how soon they hear live alarms, and how long it takes until everything that they
// missed is counted.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type CursorRange, withoutRange, withRange } from '@backlot/contract/channel/cursor-ranges'
import { ALARM_GAPS_MAX, CHANNEL_PATH, type ServerFrame } from '@backlot/contract/channel/frames'
import { controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { WebSocket } from 'ws'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'
import { ACCOUNTS } from './storm-probe.ts'

const CONSOLES = sized(20, 3)
const MANY_CONSOLES = sized(100, 5)
const MISSED = sized(200_000, 500)
const MISSED_RATE = sized(20_000, 1000)
/** Alarms raised while they come back. */
const LIVE_RATE = sized(2000, 200)
/** A connection that is cut again and again holds this long. */
const HOLDS_MS = 300
const CONNECTIONS = sized(40, 3)
const PATIENCE_MS = sized(120_000, 20_000)
/** Live alarms come with the next tick (100 ms) after the sign-in; the rest is for connecting, all at once. */
const FIRST_LIVE_GOAL_MS = 300

type Person = { sessionId: string; loginName: string }
/** Where a console was when it left. */
type Left = { cursor: number; gaps: CursorRange[] }

/** A console as it reads the channel; it keeps the same state as a real one. */
class ReturningConsole {
  firstLiveMs: number | undefined
  countedMs: number | undefined
  cursor: number
  gaps: CursorRange[]
  readonly #socket: WebSocket
  readonly #beganMs = performance.now()
  #signedInAt = Number.POSITIVE_INFINITY

  constructor(url: string, { sessionId, loginName }: Person, { cursor, gaps }: Left) {
    this.cursor = cursor
    this.gaps = gaps
    this.#socket = new WebSocket(new URL(CHANNEL_PATH, url.replace(/^http/, 'ws')))
    this.#socket.on('error', () => undefined)
    this.#socket.on('open', () => {
      const login = { type: 'login', projectName: 'backlot', loginName, sessionId, alarmCursor: cursor }
      this.#socket.send(JSON.stringify({ ...login, alarmGaps: gaps.slice(-ALARM_GAPS_MAX) }))
      const scope = { kind: 'subtree', groupId: 0 }
      this.#socket.send(JSON.stringify({ type: 'subscribe', id: 'a', topics: ['alarm'], scope }))
    })
    this.#socket.on('message', (bytes: Buffer) => this.#take(JSON.parse(String(bytes))))
  }

  async opened(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
  }

  close(): void {
    this.#socket.terminate()
  }

  #take(frame: ServerFrame): void {
    const now = performance.now()
    if (frame.type === 'loginReply') this.#signedInAt = frame.alarmCursor ?? 0
    if (frame.type !== 'batch') return
    for (const message of frame.messages) {
      if (message.type === 'alarmGap')
        this.gaps =
          message.counted === false ? withRange(this.gaps, message) : withoutRange(this.gaps, message)
      if (message.type !== 'alarm') continue
      this.cursor = Math.max(this.cursor, message.cursor)
      if (message.list.some(({ cursor = 0 }) => cursor > this.#signedInAt))
        this.firstLiveMs ??= now - this.#beganMs
    }
    // Live alarms come after the announcement of missed ones.
    if (this.gaps.length === 0 && this.firstLiveMs !== undefined) this.countedMs ??= now - this.#beganMs
  }
}

export async function benchReturns(): Promise<Finding[]> {
  await using simulator = await launchSimulator()
  const { url } = simulator
  const people = await Promise.all(
    ACCOUNTS.map(async (loginName) => {
      const { sessionId } = await Operator.signIn(url, loginName)
      return { sessionId, loginName }
    }),
  )
  const left = { cursor: await newest(url, people[0]!), gaps: [] }
  await raise(url, MISSED_RATE, (MISSED / MISSED_RATE) * 1000)
  // The storm outlasts all that is measured in it.
  const storm = await control(url, controlStorm, { body: { ratePerSecond: LIVE_RATE, forMs: 600_000 } })
  const cpuBefore = cpuSeconds(simulator.pid)
  const some = await comeBack(url, people, CONSOLES, left)
  const cpu = cpuSeconds(simulator.pid) - cpuBefore
  const many = await comeBack(url, people, MANY_CONSOLES, left)
  const there = { cursor: await newest(url, people[0]!), gaps: [] }
  const cut = await cutAgainAndAgain(url, people[0]!, left)
  const cutThere = await cutAgainAndAgain(url, people[0]!, there)
  const { done } = await control(url, controlStormStatus, { params: { id: storm.stormId } })
  return [
    ...[some, many].flatMap(({ consoles, firstLiveMs, countedMs }) => [
      {
        name: `${consoles} consoles at once, ${rate(MISSED)} alarms missed, ${rate(LIVE_RATE)}/s meanwhile: first live alarm after it connects`,
        value: `median ${median(firstLiveMs).toFixed(0)} ms, latest ${Math.max(...firstLiveMs).toFixed(0)} ms`,
        goal: `latest < ${FIRST_LIVE_GOAL_MS} ms`,
        holds: Math.max(...firstLiveMs) < FIRST_LIVE_GOAL_MS,
      },
      {
        name: `${consoles} consoles at once: everything missed is counted`,
        value: `${countedMs.length} of ${consoles}, the last after ${(Math.max(...countedMs) / 1000).toFixed(1)} s`,
        goal: 'all',
        holds: !done && countedMs.length === consoles,
        isExact: true,
      },
    ]),
    { name: `the platform meanwhile, ${CONSOLES} consoles`, value: `${cpu.toFixed(1)} CPU-seconds` },
    {
      name: `a console that is cut each ${HOLDS_MS} ms: connections that heard live alarms, beside one that missed nothing`,
      value: `${cut.heard} beside ${cutThere.heard} of ${CONNECTIONS}; missed and not counted yet at the end ${rate(cut.uncounted)}`,
      goal: 'no fewer than 0.9 times as many',
      holds: cut.heard >= 0.9 * cutThere.heard,
    },
  ]
}

async function newest(url: string, person: Person): Promise<number> {
  const socket = new WebSocket(new URL(CHANNEL_PATH, url.replace(/^http/, 'ws')))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'login', projectName: 'backlot', ...person }))
  const [bytes] = (await once(socket, 'message')) as [Buffer]
  socket.terminate()
  return (JSON.parse(String(bytes)) as { alarmCursor: number }).alarmCursor
}

async function raise(url: string, ratePerSecond: number, forMs: number): Promise<void> {
  const { stormId } = await control(url, controlStorm, { body: { ratePerSecond, forMs } })
  for (;;) {
    const { done } = await control(url, controlStormStatus, { params: { id: stormId } })
    if (done) return
    await wait(200)
  }
}

async function comeBack(url: string, people: readonly Person[], consoles: number, left: Left) {
  const all = Array.from(
    { length: consoles },
    (_, i) => new ReturningConsole(url, people[i % people.length]!, left),
  )
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until && all.some(({ countedMs }) => countedMs === undefined)) await wait(100)
  for (const one of all) one.close()
  return {
    consoles,
    firstLiveMs: all.map(({ firstLiveMs }) => firstLiveMs ?? Number.POSITIVE_INFINITY),
    countedMs: all.flatMap(({ countedMs }) => (countedMs === undefined ? [] : [countedMs])),
  }
}

/** One console whose every connection is cut soon after it was opened. */
async function cutAgainAndAgain(url: string, person: Person, left: Left) {
  let at = left
  let heard = 0
  for (let n = 0; n < CONNECTIONS; n++) {
    const one = new ReturningConsole(url, person, at)
    await one.opened()
    await wait(HOLDS_MS)
    one.close()
    if (one.firstLiveMs !== undefined) heard++
    at = { cursor: one.cursor, gaps: one.gaps }
  }
  return {
    heard,
    uncounted: at.gaps.reduce((sum, { fromCursor, toCursor }) => sum + toCursor - fromCursor, 0),
  }
}
