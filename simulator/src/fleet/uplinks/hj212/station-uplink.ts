/**
 * A station's side of HJ 212: it connects, reports realtime, minute, hour and day data at their times, keeps reports
 * that it cannot send, resends unanswered ones, and carries out the platform's requests.
 */
import { connect, type Socket } from 'node:net'
import { COMMANDS } from '../../../wire/hj212/command-table.ts'
import { createFrameReader } from '../../../wire/hj212/frame-reader.ts'
import { flagOf, type Packet, VERSION_2005, VERSION_2017, type Version } from '../../../wire/hj212/packet.ts'
import { splitDrafts } from '../../../wire/hj212/split-packets.ts'
import { FIELD_UNITS, type UnitRules } from '../../../wire/hj212/units.ts'
import { packetText, UnwritablePacket } from '../../../wire/hj212/write-packet.ts'
import { createPacketSender, resetAfterWrites } from '../packet-sender.ts'
import type { Uplink, UplinkDeps, UplinkDevice, UplinkState, UplinkStats } from '../uplink.ts'
import { type WireBytes, writeLater } from '../write-batch.ts'
import { type HeldReport, ReportQueue } from './report-queue.ts'
import { serveRequest } from './serve-request.ts'
import { createStationClock } from './station-clock.ts'
import { formsOf, type StationSensors } from './station-data.ts'
import { createStationReports } from './station-reports.ts'
import { defaultSettings, type StationSettings, systemNumberOf } from './station-settings.ts'

export type StationUplinkOptions = {
  version?: Version
  /** System number; by default that of the station's model. */
  st?: string
  /** Whether reports request an answer. */
  ack?: boolean
  units?: UnitRules
  settings?: Partial<StationSettings>
  /**
   * Offset of realtime reports of platform time from multiples of their interval; omitted: of the whole intervals of a
   * day by the station's clock.
   */
  realtimePhaseMs?(intervalMs: number): number
  /** Seconds without a packet after which a heartbeat goes out; 0: none. */
  heartbeatSeconds?: () => number
  /** The platform changed settings. */
  onSettings?(settings: Readonly<StationSettings>): void
}

export type StationUplink = Uplink & {
  settings: Readonly<StationSettings>
  /** Changes the interval of realtime reports from now on. */
  setRealtimeSeconds(seconds: number): void
}

const BEAT_MS = 1000
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
  const heartbeatMs = () => (options.heartbeatSeconds?.() ?? 60) * 1000
  const identity = { mn: device.sn, st: options.st ?? systemNumberOf(device.model) }
  const settings = defaultSettings(options.settings)
  const reports = new ReportQueue()
  const sender = createPacketSender(hostClock, () => deps.transform?.())
  /** Moments of the station's life, in one object: numbers that large cost memory at each change elsewhere. */
  const at = {
    /** By the host's clock. */
    spokeMs: Number.NaN,
    /** Platform time up to which reports were made; NaN after a pause or a jump: nothing is made up for. */
    reportedMs: Number.NaN,
  }
  const clock = createStationClock(device, settings, (qn) => reports.has(qn))
  const units = options.units ?? FIELD_UNITS
  const sensors: StationSensors = {
    readingsAt: (atMs) => device.readingsAt?.(atMs) ?? [],
    version,
    units,
    forms: formsOf(units, version),
    get clockAheadMs() {
      return clock.aheadMs(platformClock.now())
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

  const lost = () => {
    stats.lost++
    deps.onLost?.()
  }
  /** Makes a report and lines it up; every piece of a long one is a packet with a QN and an answer of its own. */
  const lineUp = ({ cn, repeated, items, copies }: HeldReport, nowMs: number) => {
    try {
      for (const draft of splitDrafts(head(cn, ack), repeated, items, () => clock.newQn(nowMs))) {
        reports.add(draft.qn ?? '', packetText(draft), copies)
      }
    } catch (error) {
      if (!(error instanceof UnwritablePacket)) throw error
      lost()
    }
  }
  const ownReports = createStationReports({
    device,
    settings,
    sensors,
    clock,
    realtimePhaseMs: options.realtimePhaseMs,
    hostNow: () => hostClock.now(),
    lineUp,
    lost,
  })
  const sendReports = (nowMs: number) => {
    const timeoutMs = settings.timeoutSeconds * 1000
    if (ack) {
      const overdue = reports.overdue(nowMs, timeoutMs, settings.resends)
      for (const { frame } of overdue.again) put(frame, nowMs)
      stats.resent += overdue.again.length
      for (let i = 0; i < overdue.lost; i++) lost()
    }
    for (let next = reports.next(nowMs, timeoutMs, ack); next; next = reports.next(nowMs, timeoutMs, ack)) {
      const copies = next.tries === 1 ? next.copies : 1
      if (next.tries === 1) stats.sent++
      else stats.resent++
      stats.resent += copies - 1
      for (let copy = 0; copy < copies; copy++) put(next.frame, nowMs)
    }
  }

  const onRequest = (packet: Packet) => {
    stats.answered++
    const isDone = serveRequest(packet, {
      settings,
      sensors,
      identity,
      nowMs: platformClock.now(),
      headOf: (cn) => head(cn, false),
      say: (draft) => put(packetText(draft)),
    })
    if (isDone) options.onSettings?.(settings)
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
    // 'close' follows, and reports it.
    fresh.on('error', () => fresh.destroy())
    fresh.on('close', () => {
      if (socket === fresh) broke()
    })
  }
  const heartbeat = () => {
    if (heartbeatMs() > 0 && version !== VERSION_2005)
      put(packetText({ ...head('9015', true), qn: clock.newQn(platformClock.now()), cp: '' }))
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
      ownReports.make(reportedMs, platformMs)
    at.reportedMs = isReal ? platformMs : Number.NaN
    ownReports.release(nowMs, platformMs)
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
    if (heartbeatMs() > 0 && nowMs - at.spokeMs >= heartbeatMs()) heartbeat()
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
      ownReports.clear()
    },
    stats: (): UplinkStats => ({
      ...stats,
      state,
      backlog: reports.waiting + ownReports.held,
      lost: stats.lost + reports.forgotten,
    }),
  }
}
