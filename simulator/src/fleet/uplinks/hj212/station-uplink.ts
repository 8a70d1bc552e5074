/**
 * A station's side of HJ 212: it connects, reports realtime, minute, hour and day data as their times come, keeps what
 * it cannot send, sends again what was not answered, and does what the platform asks.
 */
import { connect, type Socket } from 'node:net'
import { COMMANDS } from '../../../wire/hj212/command-table.ts'
import { createFrameReader } from '../../../wire/hj212/frame-reader.ts'
import { executionResult, noticeAnswer, requestAnswer } from '../../../wire/hj212/messages.ts'
import {
  flagOf,
  type Packet,
  VERSION_2005,
  VERSION_2017,
  type Version,
  versionOf,
} from '../../../wire/hj212/packet.ts'
import { EXE_RTN, QN_RTN } from '../../../wire/hj212/return-codes.ts'
import { splitDrafts } from '../../../wire/hj212/split-packets.ts'
import { FIELD_UNITS, type UnitRules } from '../../../wire/hj212/units.ts'
import { wireQn } from '../../../wire/hj212/wire-time.ts'
import {
  type PacketDraft,
  type ParameterItem,
  packetText,
  UnwritablePacket,
} from '../../../wire/hj212/write-packet.ts'
import { HeldReports } from '../held-reports.ts'
import { createPacketSender, resetAfterWrites } from '../packet-sender.ts'
import type { Uplink, UplinkDeps, UplinkDevice, UplinkState, UplinkStats } from '../uplink.ts'
import { type WireBytes, writeLater } from '../write-batch.ts'
import { answerRequest, statusItems } from './answer-request.ts'
import { lastBorder, type Shifts } from './last-border.ts'
import { type HeldReport, ReportQueue } from './report-queue.ts'
import {
  DAY_MS,
  type DataCommand,
  formsOf,
  HOUR_MS,
  periodItem,
  realtimeItems,
  type StationSensors,
  spanItems,
  timeItem,
  ZONE_MS,
} from './station-data.ts'
import { defaultSettings, type StationSettings, systemNumberOf } from './station-settings.ts'

export type StationUplinkOptions = {
  version?: Version
  /** System number; by default that of what the station was built for. */
  st?: string
  /** Whether reports ask for an answer. */
  ack?: boolean
  units?: UnitRules
  settings?: Partial<StationSettings>
  /**
   * Realtime reports are of the moments of platform time that are so far past a multiple of their interval; left out:
   * of the whole intervals of a day by the station's clock.
   */
  realtimePhaseMs?(intervalMs: number): number
  /** Seconds without a packet after which a heartbeat goes out; 0: none. */
  heartbeatSeconds?: number
  /** The platform changed settings. */
  onSettings?(settings: Readonly<StationSettings>): void
}

export type StationUplink = Uplink & {
  settings: Readonly<StationSettings>
  /** Realtime reports come every so many seconds from now on. */
  setRealtimeSeconds(seconds: number): void
}

const BEAT_MS = 1000
/** Data over a stretch of time: minutes, hours, days. */
const SPANS: readonly Exclude<DataCommand, '2011'>[] = ['2051', '2061', '2031']
/** Periods are of platform time: a station whose clock is off measures over the same ones. */
const PERIODS: Shifts = { from: ZONE_MS, to: ZONE_MS }
/** Reports that a fault may keep back: a day of one a minute. */
const HELD_MAX = 1440
/** Numbers run ahead of the station's clock by so much at most: several of a moment, or after a small step back. */
const QN_AHEAD_MS = 60_000
const RETRY_MS = { first: 2000, most: 60_000 }
const CONNECT_MS = 10_000

export function createStationUplink(
  deps: UplinkDeps,
  device: UplinkDevice,
  options: StationUplinkOptions = {},
): StationUplink {
  const { hostClock, platformClock } = deps
  const version = options.version ?? VERSION_2017
  const ack = options.ack ?? true
  const heartbeatMs = (options.heartbeatSeconds ?? 60) * 1000
  const identity = { mn: device.sn, st: options.st ?? systemNumberOf(device.model) }
  const settings = defaultSettings(options.settings)
  const reports = new ReportQueue()
  const held = new HeldReports<HeldReport>(HELD_MAX)
  const sender = createPacketSender(hostClock, () => deps.transform?.())
  /** Moments of the station's life, in one object: numbers that large cost memory at each change elsewhere. */
  const at = {
    /** By the host's clock. */
    spokeMs: Number.NaN,
    lastQnMs: Number.NEGATIVE_INFINITY,
    latestQnMs: Number.NEGATIVE_INFINITY,
    /** Platform time up to which reports were made; NaN after a pause or a jump: nothing is made up for. */
    reportedMs: Number.NaN,
    /** The drift that was asked for last: the same moment is asked for again and again. */
    driftAtMs: Number.NaN,
    driftMs: Number.NaN,
  }
  const aheadMs = (epochMs: number) => {
    if (epochMs !== at.driftAtMs) {
      at.driftMs = device.reportFaults?.clockAheadMs(epochMs) ?? 0
      at.driftAtMs = epochMs
    }
    return settings.clockAheadMs + at.driftMs
  }
  const units = options.units ?? FIELD_UNITS
  const sensors: StationSensors = {
    readingsAt: (atMs) => device.readingsAt?.(atMs) ?? [],
    version,
    units,
    forms: formsOf(units, version),
    get clockAheadMs() {
      return aheadMs(platformClock.now())
    },
  }
  const stats = {
    connects: 0,
    breaks: 0,
    sent: 0,
    acked: 0,
    resent: 0,
    lost: 0,
    bytesSent: 0,
    bytesReceived: 0,
    answered: 0,
  }

  let state: UplinkState = 'stopped'
  let socket: Socket | undefined
  let stopBeat: (() => void) | undefined
  let retryMs = RETRY_MS.first
  let tryAtMs = 0
  let connectingSinceMs = 0

  const newQn = (nowMs = platformClock.now()) => {
    const clockMs = Math.floor(nowMs + aheadMs(nowMs))
    const isSetBack = at.lastQnMs - clockMs > QN_AHEAD_MS
    let qnMs = isSetBack ? clockMs : Math.max(at.lastQnMs + 1, clockMs)
    // A clock that was set back comes to moments whose numbers may still wait for an answer.
    while (qnMs <= at.latestQnMs && reports.has(wireQn(qnMs))) qnMs++
    at.lastQnMs = qnMs
    at.latestQnMs = Math.max(at.latestQnMs, qnMs)
    return wireQn(qnMs)
  }
  const write = (bytes: WireBytes, resets?: true) => {
    const to = socket
    if (!to || to.destroyed) return
    stats.bytesSent += bytes.length
    writeLater(to, bytes)
    // Behind the turn's writes.
    if (resets) queueMicrotask(() => resetAfterWrites(to))
  }
  const put = (frame: string, nowMs = hostClock.now()) => {
    at.spokeMs = nowMs
    sender.send(frame, write)
  }
  const head = (cn: string, asks: boolean) => ({
    st: identity.st,
    cn,
    password: settings.password,
    mn: identity.mn,
    flag: flagOf(version, { ack: asks }),
  })

  /** Makes a report and lines it up; every piece of a long one is a packet with a QN and an answer of its own. */
  const lineUp = ({ cn, repeated, items, copies }: HeldReport, nowMs: number) => {
    try {
      for (const draft of splitDrafts(head(cn, ack), repeated, items, () => newQn(nowMs))) {
        reports.add(draft.qn ?? '', packetText(draft), copies)
      }
    } catch (error) {
      if (!(error instanceof UnwritablePacket)) throw error
      stats.lost++
      deps.onLost?.()
    }
  }
  /** A report of a platform moment: lined up, or kept back as the device's faults have it. */
  const report = (
    cn: string,
    atMs: number,
    nowMs: number,
    repeated: readonly ParameterItem[],
    items: readonly ParameterItem[],
  ) => {
    if (items.length === 0) return
    const { reportFaults } = device
    const made = { cn, repeated, items, copies: reportFaults?.copies(atMs) ?? 1 }
    const waitMs = (reportFaults?.sentMs(atMs) ?? atMs) - nowMs
    if (waitMs === Number.POSITIVE_INFINITY) return
    if (waitMs <= 0) {
      lineUp(made, nowMs)
      return
    }
    // By the host's clock: a batch is never held longer, wherever the platform's time is taken.
    const dropped = held.add(made, hostClock.now() + waitMs)
    stats.lost += dropped
    for (let i = 0; i < dropped; i++) deps.onLost?.()
  }
  const realtimeMoment = (fromMs: number, toMs: number, shifts: Shifts) => {
    const stepMs = settings.realtimeSeconds * 1000
    const phaseMs = options.realtimePhaseMs?.(stepMs)
    return phaseMs === undefined
      ? lastBorder(fromMs, toMs, stepMs, shifts)
      : lastBorder(fromMs, toMs, stepMs, { from: -phaseMs, to: -phaseMs })
  }
  const makeReports = (fromMs: number, toMs: number) => {
    const shifts = { from: ZONE_MS + aheadMs(fromMs), to: ZONE_MS + aheadMs(toMs) }
    const clock = { clockAheadMs: shifts.to - ZONE_MS }
    if (settings.realtimeOn) {
      const atMs = realtimeMoment(fromMs, toMs, shifts)
      if (atMs !== undefined)
        report('2011', atMs, toMs, [timeItem(clock, atMs)], realtimeItems(sensors, atMs))
    }
    for (const cn of SPANS) {
      const stepMs = cn === '2051' ? settings.minuteMinutes * 60_000 : cn === '2061' ? HOUR_MS : DAY_MS
      const endMs = lastBorder(fromMs, toMs, stepMs, PERIODS)
      if (endMs === undefined) continue
      const span = { fromMs: endMs - stepMs, toMs: endMs }
      report(cn, endMs, toMs, [periodItem(span.fromMs)], spanItems(sensors, cn, span))
    }
    if (!settings.statusOn) return
    const [time, ...items] = statusItems(clock, toMs)
    const isDue = lastBorder(fromMs, toMs, settings.realtimeSeconds * 1000, shifts) !== undefined
    if (time && isDue) report('2021', toMs, toMs, [time], items)
  }
  const sendReports = (nowMs: number) => {
    const timeoutMs = settings.timeoutSeconds * 1000
    if (ack) {
      const { again, lost } = reports.overdue(nowMs, timeoutMs, settings.resends)
      for (const { frame } of again) put(frame, nowMs)
      stats.resent += again.length
      stats.lost += lost
      for (let i = 0; i < lost; i++) deps.onLost?.()
    }
    for (let next = reports.next(nowMs, timeoutMs, ack); next; next = reports.next(nowMs, timeoutMs, ack)) {
      const copies = next.tries === 1 ? next.copies : 1
      if (next.tries === 1) stats.sent++
      else stats.resent++
      stats.resent += copies - 1
      for (let copy = 0; copy < copies; copy++) put(next.frame, nowMs)
    }
  }

  /** Data for a request, under its QN. Answers false when the wire cannot carry them. */
  const sayData = (
    cn: string,
    data: readonly (readonly ParameterItem[])[],
    asked: { qn: string | undefined; version: Version },
  ): boolean => {
    const isOld = asked.version === VERSION_2005
    try {
      for (const [first, ...rest] of data) {
        if (!first) continue
        const repeated: ParameterItem[] =
          isOld && asked.qn !== undefined ? [[['QN', asked.qn]], first] : [first]
        const drafts = splitDrafts(head(cn, false), repeated, rest, () => (isOld ? undefined : asked.qn))
        for (const draft of drafts) put(packetText(draft))
      }
      return true
    } catch (error) {
      if (error instanceof UnwritablePacket) return false
      throw error
    }
  }
  const onRequest = (packet: Packet) => {
    const asked = {
      qn: packet.qn,
      mn: identity.mn,
      password: settings.password,
      version: packet.flag === undefined ? VERSION_2005 : versionOf(packet.flag),
    }
    const say = (draft: PacketDraft) => put(packetText(draft))
    const reply = answerRequest({ packet, settings, sensors, identity, nowMs: platformClock.now() })
    stats.answered++
    if (reply.kind === 'heard') {
      say(noticeAnswer(asked))
      return
    }
    say(requestAnswer(asked, reply.kind === 'refused' ? reply.code : QN_RTN.ready))
    if (reply.kind === 'refused') return
    say(executionResult(asked, sayData(packet.cn, reply.data, asked) ? reply.code : EXE_RTN.failed))
    options.onSettings?.(settings)
  }
  const onPacket = (packet: Packet) => {
    if (packet.cn === '9014' || packet.cn === '9013') {
      const answered = packet.qn === undefined ? undefined : reports.answered(packet.qn)
      if (!answered) return
      stats.acked++
      deps.onAck?.(hostClock.now() - answered.firstSentMs)
      sendReports(hostClock.now())
      return
    }
    const kind = COMMANDS.get(packet.cn)?.kind
    if (kind !== 'answer' && packet.cn !== '9015') onRequest(packet)
  }

  const hangUp = () => {
    socket?.destroy()
    socket = undefined
    sender.clear()
    reports.takeBack()
  }
  const broke = () => {
    stats.breaks++
    hangUp()
    // Spread: a thousand stations do not come back in the same moment.
    tryAtMs = hostClock.now() + retryMs + (Math.abs(device.entity) % 1000)
    retryMs = Math.min(RETRY_MS.most, retryMs * 2)
    if (state !== 'stopped') state = 'waiting'
  }
  const dial = () => {
    state = 'connecting'
    connectingSinceMs = hostClock.now()
    const fresh = connect({ host: deps.host, port: deps.port, noDelay: true })
    socket = fresh
    const reader = createFrameReader({ packet: onPacket, problem: () => {} })
    fresh.on('connect', () => {
      stats.connects++
      retryMs = RETRY_MS.first
      state = 'online'
      heartbeat()
      sendReports(hostClock.now())
    })
    fresh.on('data', (chunk: Buffer) => {
      stats.bytesReceived += chunk.length
      if (socket === fresh) reader.push(chunk)
    })
    // 'close' follows, and tells it.
    fresh.on('error', () => fresh.destroy())
    fresh.on('close', () => {
      if (socket === fresh) broke()
    })
  }
  const heartbeat = () => {
    if (heartbeatMs > 0 && version !== VERSION_2005)
      put(packetText({ ...head('9015', true), qn: newQn(), cp: '' }))
  }

  const beat = () => {
    const nowMs = hostClock.now()
    const platformMs = platformClock.now()
    const isReal = platformClock.rate() === 1
    const isUp = device.isUpAt?.(platformMs) ?? true
    if (!isUp) {
      if (socket) hangUp()
      state = 'down'
      at.reportedMs = Number.NaN
      return
    }
    // A jump of the clock makes up for nothing.
    const { reportedMs } = at
    if (isReal && platformMs >= reportedMs && platformMs - reportedMs <= 60_000)
      makeReports(reportedMs, platformMs)
    at.reportedMs = isReal ? platformMs : Number.NaN
    for (const due of held.due(nowMs)) lineUp(due, platformMs)
    if (!socket) {
      if (nowMs >= tryAtMs) dial()
      return
    }
    if (state === 'connecting') {
      if (nowMs - connectingSinceMs >= CONNECT_MS) socket.destroy()
      return
    }
    state = isReal ? 'online' : 'held'
    sendReports(nowMs)
    if (heartbeatMs > 0 && nowMs - at.spokeMs >= heartbeatMs) heartbeat()
  }

  return {
    settings,
    setRealtimeSeconds(seconds) {
      settings.realtimeSeconds = seconds
    },
    start() {
      if (state !== 'stopped') return
      state = 'waiting'
      tryAtMs = 0
      at.reportedMs = platformClock.rate() === 1 ? platformClock.now() : Number.NaN
      stopBeat = hostClock.every(BEAT_MS, beat)
      beat()
    },
    stop() {
      state = 'stopped'
      stopBeat?.()
      hangUp()
      reports.clear()
      held.clear()
    },
    stats: (): UplinkStats => ({
      ...stats,
      state,
      backlog: reports.waiting + held.size,
      lost: stats.lost + reports.forgotten,
    }),
  }
}
