/** Answers of a station to the platform's requests. Pure except for the settings, which it changes. */
import type { Packet } from '../../../wire/hj212/packet.ts'
import { EXE_RTN, type ExecutionCode, QN_RTN, type ReturnCode } from '../../../wire/hj212/return-codes.ts'
import { parseWireTime, wireTime } from '../../../wire/hj212/wire-time.ts'
import type { ParameterItem } from '../../../wire/hj212/write-packet.ts'
import {
  DAY_MS,
  type DataCommand,
  HOUR_MS,
  periodItem,
  realtimeItems,
  type StationSensors,
  spanItems,
  timeItem,
  ZONE_MS,
} from './station-data.ts'
import { MINUTE_CHOICES, REALTIME_SECONDS, type StationSettings } from './station-settings.ts'

export type StationReply =
  | { kind: 'refused'; code: ReturnCode }
  /** A notice was heard: 9013. */
  | { kind: 'heard' }
  /** 9011, then the data, then 9012. */
  | { kind: 'done'; data: readonly (readonly ParameterItem[])[]; code: ExecutionCode }

export type StationIdentity = { mn: string; st: string }

type Asked = {
  packet: Packet
  settings: StationSettings
  sensors: StationSensors
  identity: StationIdentity
  /** Platform time. */
  nowMs: number
}

/** Times that a station's clock can be set to: real-time clocks count the years 2000 to 2099. */
const CLOCK = { fromMs: Date.UTC(2000, 0, 1) - ZONE_MS, toMs: Date.UTC(2100, 0, 1) - ZONE_MS }
/** Rows of one answer to a question about the past. */
const ROWS_MAX = 500
const ok = (...data: (readonly ParameterItem[])[]): StationReply => ({ kind: 'done', data, code: EXE_RTN.ok })
const fails = (code: ExecutionCode): StationReply => ({ kind: 'done', data: [], code })
const wrong = () => fails(EXE_RTN.condition)

/** Checks a request and carries it out. */
export function answerRequest(asked: Asked): StationReply {
  const { packet, settings, identity } = asked
  if (packet.mn !== identity.mn) return { kind: 'refused', code: QN_RTN.mn }
  if (packet.password !== settings.password) return { kind: 'refused', code: QN_RTN.password }
  if (packet.st !== identity.st && packet.st !== '91') return { kind: 'refused', code: QN_RTN.st }
  if (packet.qn === undefined) return { kind: 'refused', code: QN_RTN.qn }
  const handler = HANDLERS[packet.cn]
  return handler ? handler(asked) : { kind: 'refused', code: QN_RTN.cn }
}

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined

/** The factor that a request is about goes back with the answer. */
const about = ({ packet }: Asked): ParameterItem[] => {
  const pollutant = packet.params.get('PolId')
  return pollutant === undefined ? [] : [[['PolId', pollutant]]]
}

const HANDLERS: Readonly<Record<string, (asked: Asked) => StationReply>> = {
  '1000'({ packet, settings }) {
    const timeout = whole(packet.params.get('OverTime'))
    const resends = whole(packet.params.get('ReCount'))
    if (timeout === undefined || resends === undefined || timeout < 1 || timeout > 3600 || resends > 99)
      return wrong()
    settings.timeoutSeconds = timeout
    settings.resends = resends
    return ok()
  },
  '1001': ({ settings }) => ok([[['OverTime', settings.timeoutSeconds]], [['ReCount', settings.resends]]]),
  '1011': (asked) =>
    ok([...about(asked), [['SystemTime', wireTime(asked.nowMs + asked.sensors.clockAheadMs)]]]),
  '1012'({ packet, settings, sensors, nowMs }) {
    const time = parseWireTime(packet.params.get('SystemTime') ?? '')
    if (time === undefined || time < CLOCK.fromMs || time >= CLOCK.toMs) return wrong()
    settings.clockAheadMs += time - Math.floor(nowMs / 1000) * 1000 - sensors.clockAheadMs
    return ok()
  },
  '1061': ({ settings }) => ok([[['RtdInterval', settings.realtimeSeconds]]]),
  '1062'({ packet, settings }) {
    const seconds = whole(packet.params.get('RtdInterval'))
    const { min, max } = REALTIME_SECONDS
    if (seconds === undefined || seconds < min || seconds > max) return wrong()
    settings.realtimeSeconds = seconds
    return ok()
  },
  '1063': ({ settings }) => ok([[['MinInterval', settings.minuteMinutes]]]),
  '1064'({ packet, settings }) {
    const minutes = whole(packet.params.get('MinInterval'))
    if (minutes === undefined || !MINUTE_CHOICES.includes(minutes)) return wrong()
    settings.minuteMinutes = minutes
    return ok()
  },
  '1072'({ packet, settings }) {
    // PW in the 2005 dialect.
    const password = packet.params.get('NewPW') ?? packet.params.get('PW')
    if (password === undefined || !/^[!-~]{6}$/.test(password)) return wrong()
    settings.password = password
    return ok()
  },
  '2011'({ settings, sensors, nowMs }) {
    settings.realtimeOn = true
    return ok([timeItem(sensors, nowMs), ...realtimeItems(sensors, nowMs)])
  },
  '2012'({ settings }) {
    settings.realtimeOn = false
    return { kind: 'heard' }
  },
  '2021'({ settings, sensors, nowMs }) {
    settings.statusOn = true
    return ok(statusItems(sensors, nowMs))
  },
  '2022'({ settings }) {
    settings.statusOn = false
    return { kind: 'heard' }
  },
  '2031': (asked) => history(asked, '2031', DAY_MS),
  '2041': (asked) => runTimes(asked),
  '2051': (asked) => history(asked, '2051', asked.settings.minuteMinutes * 60_000),
  '2061': (asked) => history(asked, '2061', HOUR_MS),
  '3011': (asked) => (asked.packet.params.has('PolId') ? ok() : wrong()),
  '3012': (asked) => (asked.packet.params.has('PolId') ? ok() : wrong()),
  '3013': (asked) => (asked.packet.params.has('PolId') ? ok() : wrong()),
  '3014': (asked) => (asked.packet.params.has('PolId') ? ok() : wrong()),
  '3015': ({ sensors, nowMs }) => ok([timeItem(sensors, nowMs), [['VaseNo', 1]]]),
  '3016'({ packet, settings }) {
    const start = parseWireTime(
      `20000101${(packet.params.get('CstartTime') ?? '').padEnd(6, '0').slice(0, 6)}`,
    )
    const cycle = whole(packet.params.get('CTime') ?? packet.params.get('Ctime'))
    if (start === undefined || cycle === undefined || cycle < 1 || cycle > 24) return wrong()
    settings.sampleStartHour = Number((packet.params.get('CstartTime') ?? '0').slice(0, 2))
    settings.sampleCycleHours = cycle
    return ok()
  },
  '3017': (asked) => {
    const { sampleStartHour, sampleCycleHours } = asked.settings
    const start = `${String(sampleStartHour).padStart(2, '0')}0000`
    return ok([...about(asked), [['CstartTime', start]], [['CTime', sampleCycleHours]]])
  },
  '3018': (asked) => ok([...about(asked), [['Stime', 5]]]),
  '3019'(asked) {
    const pollutant = asked.packet.params.get('PolId')
    if (pollutant === undefined) return wrong()
    // The instrument's number: that of the station, extended by its quantity.
    return ok([[['PolId', pollutant]], [[`${pollutant}-SN`, `${asked.identity.mn.slice(-12)}${pollutant}`]]])
  },
  '3020'(asked) {
    const { packet, sensors, settings, nowMs } = asked
    const info = packet.params.get('InfoId')
    if (info === undefined) return wrong()
    const value = INFORMATION[info] ?? settings.parameters.get(info)
    if (value === undefined) return fails(EXE_RTN.noData)
    return ok([timeItem(sensors, nowMs), ...about(asked), [[`${info}-Info`, value]]])
  },
  '3021'({ packet, settings }) {
    const info = packet.params.get('InfoId')
    const value = info === undefined ? undefined : packet.factors.get(info)?.['Info']
    if (info === undefined || value === undefined || !info.startsWith('i13')) return wrong()
    if (settings.parameters.size >= 64 && !settings.parameters.has(info)) return fails(EXE_RTN.failed)
    settings.parameters.set(info, value)
    return ok()
  },
}

/** States of the instrument: working, no alarm; its log. */
const INFORMATION: Readonly<Record<string, string>> = {
  i12001: '0',
  i12002: '0',
  i12003: '0',
  i22001: '0',
  i11001: '//正常//',
}

export function statusItems(sensors: Pick<StationSensors, 'clockAheadMs'>, nowMs: number): ParameterItem[] {
  return [timeItem(sensors, nowMs), [['SB1-RS', 1]], [['SB2-RS', 1]]]
}

/** Between which moments the periods begin that a question about the past is about, cut at the present. */
function askedSpan({ packet, nowMs }: Asked): { fromMs: number; toMs: number } | undefined {
  const begin = parseWireTime(packet.params.get('BeginTime') ?? '')
  const end = parseWireTime(packet.params.get('EndTime') ?? '')
  if (begin === undefined || end === undefined || end < begin) return undefined
  return { fromMs: begin, toMs: Math.min(end, nowMs) }
}

function history(asked: Asked, cn: Exclude<DataCommand, '2011'>, stepMs: number): StationReply {
  const span = askedSpan(asked)
  if (!span) return wrong()
  const rows: ParameterItem[][] = []
  for (const fromMs of starts(span, stepMs, asked.nowMs)) {
    const items = spanItems(asked.sensors, cn, { fromMs, toMs: fromMs + stepMs })
    if (items.length > 0) rows.push([periodItem(fromMs), ...items])
  }
  return rows.length === 0 ? fails(EXE_RTN.noData) : ok(...rows)
}

function runTimes(asked: Asked): StationReply {
  const span = askedSpan(asked)
  if (!span) return wrong()
  const rows = [...starts(span, DAY_MS, asked.nowMs)].map((fromMs): ParameterItem[] => [
    periodItem(fromMs),
    [['SB1-RT', 24]],
    [['SB2-RT', 24]],
  ])
  return rows.length === 0 ? fails(EXE_RTN.noData) : ok(...rows)
}

/** Starts of the whole steps that begin in a span and are over. Days and hours begin by the wire's UTC+8. */
function* starts(span: { fromMs: number; toMs: number }, stepMs: number, nowMs: number): Generator<number> {
  let at = Math.ceil((span.fromMs + ZONE_MS) / stepMs) * stepMs - ZONE_MS
  for (let rows = 0; rows < ROWS_MAX && at <= span.toMs && at + stepMs <= nowMs; rows++) {
    yield at
    at += stepMs
  }
}
