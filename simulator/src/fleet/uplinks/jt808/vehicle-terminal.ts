/**
 * A vehicle's terminal as a conversation: registers, authenticates, reports, answers, resends, keeps unsent messages.
 * It knows neither socket nor timer: bytes come in and go out, and `beat` lets time pass.
 */

import { ACK_RESULTS } from '../../../wire/jt808/acks.ts'
import { FrameReader } from '../../../wire/jt808/frame-reader.ts'
import type { Jt808Header, Jt808Version } from '../../../wire/jt808/header.ts'
import type { LocationReport } from '../../../wire/jt808/location.ts'
import { decodeBody, encodeMessage, type Jt808Message } from '../../../wire/jt808/message.ts'
import { PARAMETER_IDS } from '../../../wire/jt808/parameter-types.ts'
import { parameterOf } from '../../../wire/jt808/parameters.ts'
import { SplitAssembler } from '../../../wire/jt808/split-assembler.ts'
import { writeChannelTable } from '../../../wire/jt1078/channel-table.ts'
import { HeldReports } from '../held-reports.ts'
import type { UplinkDevice } from '../uplink.ts'
import { answerPlatform } from './answer-platform.ts'
import { ReportSchedule, type ScheduleOptions } from './report-schedule.ts'
import { phoneOf, terminalIdentity } from './terminal-identity.ts'
import type { TerminalMedia } from './terminal-media.ts'
import { type MakersSettings, TerminalSettings } from './terminal-settings.ts'
import { type MessageRole, UnansweredMessages } from './unanswered-messages.ts'
import { vehicleReport } from './vehicle-report.ts'

export type TerminalOptions = MakersSettings &
  ScheduleOptions & {
    version: Jt808Version
    /** Reports kept while there is no connection; the oldest go first. */
    backlogMax: number
  }
export const TERMINAL_DEFAULTS: TerminalOptions = {
  version: 2013,
  heartbeatS: 60,
  reportIntervalS: 10,
  topSpeedKmh: 120,
  backlogMax: 8640,
}

export type TerminalDeps = {
  device: UplinkDevice
  options: TerminalOptions
  /** Milliseconds of the host's clock, and of the platform's. */
  hostNow(): number
  platformNow(): number
  /** Whether reports flow: not while the platform clock is not at real time. */
  isLive(): boolean
  /** Alarm bits that hold at a moment (SOS and so on). */
  alarmWordAt?(epochMs: number): number
  /** Its cameras; left out: it has none. */
  media?: TerminalMedia | undefined
  send(packet: Uint8Array): void
  /** The platform does not answer, or orders a restart. */
  drop(): void
  onAck?(latencyMs: number): void
  onLost?(): void
}

/** Items of 0x0704 that fit one packet. */
const BATCH = 20
/** Most pending reports; more are held back. */
const WINDOW = 40
/** A refused registration is tried again after this pause. */
const REFUSED_MS = 30_000

export class VehicleTerminal {
  readonly settings: TerminalSettings
  readonly stats = { sent: 0, acked: 0, resent: 0, lost: 0, answered: 0 }
  readonly #deps: TerminalDeps
  readonly #waiting: UnansweredMessages
  readonly #backlog: LocationReport[] = []
  readonly #held: HeldReports<LocationReport>
  readonly #beat: ReportSchedule
  #reader = new FrameReader()
  #splits = new SplitAssembler()
  #serial = 0
  #authCode: string | undefined
  #connected = false
  #online = false
  /** Time of the last fix that was reported on a beat. */
  #fixedAtMs: number | undefined
  #nextHeartbeatMs = Number.POSITIVE_INFINITY
  #retryMs = Number.POSITIVE_INFINITY

  constructor(deps: TerminalDeps) {
    this.#deps = deps
    const { reportIntervalS, backlogMax } = deps.options
    this.#held = new HeldReports(backlogMax)
    this.settings = new TerminalSettings(deps.options, deps.device.plate ?? '')
    if (deps.media) {
      const bytes = writeChannelTable(deps.media.channels())
      this.settings.set([{ id: PARAMETER_IDS.avChannels, bytes }])
    }
    this.#waiting = new UnansweredMessages(this.settings)
    // Many vehicles do not report in one breath.
    const spreadMs = ((deps.device.entity >>> 0) % 1000) * reportIntervalS
    this.#beat = new ReportSchedule(deps, this.settings, spreadMs)
  }

  /** Its maker sets something from afar: it holds at once. */
  adjust(settings: Partial<MakersSettings>): void {
    const { heartbeatS, reportIntervalS, topSpeedKmh } = settings
    if (topSpeedKmh !== undefined) this.settings.set([parameterOf(PARAMETER_IDS.topSpeedKmh, topSpeedKmh)])
    if (heartbeatS !== undefined) this.settings.set([parameterOf(PARAMETER_IDS.heartbeatS, heartbeatS)])
    if (reportIntervalS !== undefined)
      this.settings.set([parameterOf(PARAMETER_IDS.reportIntervalS, reportIntervalS)])
    if (heartbeatS !== undefined || reportIntervalS !== undefined) this.#settingsChanged()
  }

  get online(): boolean {
    return this.#online
  }

  get backlog(): number {
    return this.#backlog.length + this.#held.size
  }

  /** A connection came about. */
  opened(): void {
    this.#connected = true
    this.#reader = new FrameReader()
    this.#splits = new SplitAssembler()
    this.#enter()
  }

  /** The connection is gone: unanswered messages are kept. */
  closed(): void {
    this.#connected = false
    this.#online = false
    this.#deps.media?.close()
    this.#nextHeartbeatMs = this.#retryMs = Number.POSITIVE_INFINITY
    this.#backlog.unshift(...this.#waiting.takeBack())
    this.#trim()
  }

  receive(chunk: Uint8Array): void {
    for (const item of this.#reader.push(chunk)) {
      if (item.kind === 'problem') continue
      const { frame } = item
      const whole = frame.header.split
        ? this.#splits.add(frame, this.#deps.hostNow())
        : { kind: 'whole' as const, ...frame }
      if (whole.kind !== 'whole') continue
      const body = decodeBody(whole.header, whole.body)
      if (body.ok) this.#take(whole.header, body.value)
      else this.#ack(whole.header, ACK_RESULTS.bad)
    }
  }

  /** Lets time pass; answers when it wants to be called next, in host milliseconds. */
  beat(): number {
    const nowMs = this.#deps.hostNow()
    if (nowMs >= this.#beat.nextMs) this.#report(nowMs)
    for (const report of this.#held.due(nowMs)) this.#backlog.push(report)
    this.#trim()
    if (!this.#connected) return this.#beat.nextMs
    if (nowMs >= this.#retryMs) this.#enter()
    if (this.#online) this.#sendBacklog()
    if (nowMs >= this.#nextHeartbeatMs) {
      this.#nextHeartbeatMs = nowMs + this.#heartbeatMs()
      this.#sendAcked({ kind: 'heartbeat' }, 'heartbeat', [])
    }
    const dueMs = this.#reviewWaiting(nowMs)
    return Math.min(this.#beat.nextMs, this.#nextHeartbeatMs, this.#retryMs, dueMs)
  }

  /** Registers, or authenticates with the code of an earlier registration. */
  #enter(): void {
    this.#retryMs = Number.POSITIVE_INFINITY
    const { device, options } = this.#deps
    if (this.#authCode !== undefined) {
      this.#sendAcked(
        { kind: 'authenticate', authCode: this.#authCode, imei: device.sn.slice(-15), software: 'backlot' },
        'entry',
        [],
      )
      return
    }
    this.#sendAcked(
      {
        kind: 'register',
        province: 11,
        city: 100,
        ...terminalIdentity(device.sn, options.version),
        plateColour: 1,
        plate: device.plate ?? '',
      },
      'entry',
      [],
    )
  }

  #report(nowMs: number): void {
    const platformMs = this.#deps.platformNow()
    const atMs = this.#beat.take(nowMs, platformMs)
    if (atMs === undefined || !this.#deps.isLive()) return
    const report = this.#reportAt(atMs, { onBeat: true })
    if (!report) return
    this.#beat.made()
    const { reportFaults } = this.#deps.device
    const copies = reportFaults?.copies(atMs) ?? 1
    const waitMs = (reportFaults?.sentMs(atMs) ?? atMs) - platformMs
    if (waitMs === Number.POSITIVE_INFINITY) return
    if (waitMs > 0) {
      // A batch is held by the host's clock: never longer, wherever the platform's time is taken.
      for (let copy = 0; copy < copies; copy++) this.#lose(this.#held.add(report, nowMs + waitMs))
    } else if (this.#online && this.#waiting.size < WINDOW) {
      this.stats.sent++
      const packets = this.#sendAcked({ kind: 'location', ...report }, 'report', [report])
      this.stats.resent += copies - 1
      for (let copy = 1; copy < copies; copy++) for (const packet of packets) this.#deps.send(packet)
    } else {
      for (let copy = 0; copy < copies; copy++) this.#backlog.push(report)
      this.#trim()
    }
  }

  /**
   * Reports the state at the moment's full second: the wire's time is no finer. On a beat, the first report without
   * satellites repeats the last fix with its own time: the place where they were lost.
   */
  #reportAt(platformMs: number, { onBeat = false } = {}): LocationReport | undefined {
    const { device, alarmWordAt } = this.#deps
    const atMs = Math.floor(platformMs / 1000) * 1000
    const state = device.positionAt?.(atMs)
    if (!state) return undefined
    const topSpeed = this.settings.number(PARAMETER_IDS.topSpeedKmh, 1, 1000, 120)
    const itsTimeMs = atMs + (device.reportFaults?.clockAheadMs(atMs) ?? 0)
    const alarm = alarmWordAt?.(atMs) ?? 0
    const { hasFix = true, fixedAtMs } = state
    const isLastFix = onBeat && !hasFix && fixedAtMs !== undefined && fixedAtMs !== this.#fixedAtMs
    if (onBeat && (hasFix || isLastFix)) this.#fixedAtMs = fixedAtMs
    if (isLastFix) return vehicleReport(device, { ...state, hasFix: true }, fixedAtMs, topSpeed, alarm)
    return vehicleReport(device, state, itsTimeMs, topSpeed, alarm)
  }

  #sendBacklog(): void {
    if (this.#backlog.length === 0 || this.#waiting.has('batch')) return
    const items = this.#backlog.splice(0, BATCH)
    this.stats.sent += items.length
    this.#sendAcked({ kind: 'locationBatch', type: 1, items, problems: [] }, 'batch', items)
  }

  #trim(): void {
    const over = this.#backlog.length - this.#deps.options.backlogMax
    if (over > 0) this.#lose(this.#backlog.splice(0, over).length)
  }

  #lose(count: number): void {
    this.stats.lost += count
    for (let i = 0; i < count; i++) this.#deps.onLost?.()
  }

  #heartbeatMs(): number {
    return this.settings.number(PARAMETER_IDS.heartbeatS, 1, 3600, 60) * 1000
  }

  /** Resends overdue messages; answers when the next is due. */
  #reviewWaiting(nowMs: number): number {
    const dueMs = this.#waiting.review(nowMs, ({ packets, reports }) => {
      this.stats.resent += reports.length
      for (const packet of packets) this.#deps.send(packet)
    })
    if (dueMs === undefined) this.#deps.drop()
    return dueMs ?? Number.POSITIVE_INFINITY
  }

  #take(header: Jt808Header, message: Jt808Message): void {
    switch (message.kind) {
      case 'registerReply':
        this.#registered(message.serial, message.result, message.authCode)
        break
      case 'platformAck':
        this.#acknowledged(message.serial, message.result)
        break
      case 'platformResend':
        for (const packet of this.#waiting.packetsOf(message.firstSerial, message.packets)) {
          this.#deps.send(packet)
        }
        break
      case 'timeReply':
        break
      default:
        this.#answer(header, message)
    }
  }

  #registered(serial: number, result: number, authCode: string | undefined): void {
    if (!this.#waiting.answered(serial)) return
    this.#authCode = authCode
    if (result === 0 && authCode !== undefined) this.#enter()
    else this.#retryMs = this.#deps.hostNow() + REFUSED_MS
  }

  #acknowledged(serial: number, result: number): void {
    const waiting = this.#waiting.answered(serial)
    if (!waiting) return
    const nowMs = this.#deps.hostNow()
    if (waiting.role === 'entry') {
      if (result === 0) {
        this.#online = true
        this.#nextHeartbeatMs = nowMs + this.#heartbeatMs()
      } else {
        this.#authCode = undefined
        this.#retryMs = nowMs + REFUSED_MS / 10
      }
      return
    }
    for (const _ of waiting.reports) {
      if (result === 0) {
        this.stats.acked++
        this.#deps.onAck?.(nowMs - waiting.firstMs)
      } else {
        this.stats.lost++
        this.#deps.onLost?.()
      }
    }
    if (waiting.role === 'batch') this.#sendBacklog()
  }

  #answer(header: Jt808Header, request: Jt808Message): void {
    const answer = answerPlatform(header, request, {
      sn: this.#deps.device.sn,
      hardware: this.#deps.device.hardware ?? '',
      version: this.#deps.options.version,
      settings: this.settings,
      media: this.#deps.media,
      location: () => this.#reportAt(this.#deps.platformNow()),
      track: (intervalS, validityS) => this.#beat.track(intervalS * 1000, validityS * 1000),
      settingsChanged: () => this.#settingsChanged(),
      notify: (told) => {
        if (this.#online) this.#sendAcked(told, 'notice', [])
      },
    })
    this.stats.answered++
    this.#send(answer.message)
    if (answer.restarts) this.#deps.drop()
  }

  /** Reports and heartbeats follow the settings from now on. */
  #settingsChanged(): void {
    const nowMs = this.#deps.hostNow()
    this.#beat.settingsChanged(nowMs)
    this.#nextHeartbeatMs = Math.min(this.#nextHeartbeatMs, nowMs + this.#heartbeatMs())
  }

  #ack(header: Jt808Header, result: number): void {
    this.#send({ kind: 'terminalAck', serial: header.serial, id: header.id, result })
  }

  #send(message: Jt808Message): readonly Uint8Array[] {
    const { device, options, send } = this.#deps
    const packets = encodeMessage(message, {
      version: options.version,
      phone: phoneOf(device.sn),
      serial: this.#serial,
    })
    this.#serial = (this.#serial + packets.length) & 0xffff
    for (const packet of packets) send(packet)
    return packets
  }

  /** Sends a message that waits for its answer from now on; its packets. */
  #sendAcked(
    message: Jt808Message,
    role: MessageRole,
    reports: readonly LocationReport[],
  ): readonly Uint8Array[] {
    const waiting = this.#waiting.add(this.#serial, role, reports, this.#deps.hostNow())
    waiting.packets = this.#send(message)
    return waiting.packets
  }
}
