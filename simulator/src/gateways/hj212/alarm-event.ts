/** Alarm events of stations (CN 2072) and alarm records (2071), HJ/T 212-2005, as alarms of the platform. */
import { factorByCode } from '../../wire/hj212/factor-table.ts'
import type { CommandParameters } from '../../wire/hj212/packet.ts'
import { parseWireTime } from '../../wire/hj212/wire-time.ts'
import type { Quantity } from '../../world/types.ts'
import { deviceTime } from '../device-time.ts'
import type { ReceivedAlarm } from '../ingest.ts'

const RECORDS = '2071'
const ALARM_COMMANDS: ReadonlySet<string> = new Set([RECORDS, '2072'])
/** Whether a command reports alarms. */
export const tellsAlarms = (cn: string): boolean => ALARM_COMMANDS.has(cn)

/** Characters of a time that is none: as many as one that is has. */
const CLOCK_CHARS = 19
/** AlarmType of an event that is over. */
const OVER = '0'
const OTHER = ['EnvironmentAlarm', 'Pollutant'] as const
const TYPES: Readonly<Partial<Record<Quantity, readonly [type: string, subType: string]>>> = {
  pm25: ['DustAlarm', 'PM25'],
  pm10: ['DustAlarm', 'PM10'],
  tsp: ['DustAlarm', 'TSP'],
  noise: ['EnvironmentAlarm', 'Noise'],
  liquidLevel: ['EnvironmentAlarm', 'WaterLevel'],
  windSpeed: ['EnvironmentAlarm', 'Wind'],
  rainfall: ['EnvironmentAlarm', 'Rain'],
  ch4: ['GasAlarm', 'Combustible'],
  co: ['GasAlarm', 'CO'],
  h2s: ['GasAlarm', 'H2S'],
  nh3: ['GasAlarm', 'NH3'],
  o2: ['GasAlarm', 'O2'],
}

/** An ongoing alarm of a pollutant, with its start. */
export type OpenEvent = Pick<ReceivedAlarm, 'atMs' | 'alarmSeq'>

/** Prefix of the alarm identities of a pollutant, before the second they began at. */
const seqPrefix = (code: string) => `hj212-${code}-`

/** Pollutants of stations whose ongoing alarms are cached; for the others the database is queried. */
const KEPT_MAX = 10_000

/** Time that an event states. */
type Stated = {
  /** When it counts for, never of the future; and the second that names it, epoch milliseconds. */
  atMs: number
  namedMs: number
  /** Set when the time cannot be right: the station's clock, where it sent any. */
  wrong?: { clock: string | undefined }
}

/** Remembers the ongoing alarms of each station: the end of an event only names its pollutant. */
export class AlarmEvents {
  /** By station and pollutant; null: none is ongoing. */
  readonly #open = new Map<string, OpenEvent | null>()
  readonly #stored: (sn: string, seqPrefix: string) => OpenEvent | undefined

  /** `stored` answers the newest ongoing alarm in the database: from before the start. */
  constructor(stored: (sn: string, seqPrefix: string) => OpenEvent | undefined) {
    this.#stored = stored
  }

  /**
   * One alarm for each pollutant over its limit, at AlarmTime, and for each that has returned the ongoing alarm, with
   * its end. `nowMs` is platform time, and no alarm is of the future. The same event sent again is the same alarm. A
   * time that cannot be right does not identify an event: an alarm begins with the first report of it, as of its
   * arrival, and continues with the others.
   */
  take(sn: string, packet: CommandParameters & { cn: string }, nowMs: number): ReceivedAlarm[] {
    const stated = statedTime(packet, nowMs)
    const alarms: ReceivedAlarm[] = []
    for (const [code, fields] of packet.factors) {
      if (fields['Ala'] === undefined) continue
      const kind = fields['AlarmType'] ?? packet.params.get('AlarmType')
      const alarm = kind === OVER ? this.#ended(sn, code, stated.atMs, nowMs) : this.#begun(sn, code, stated)
      if (alarm) alarms.push(alarm)
    }
    return alarms
  }

  /** The station is the platform's no more. */
  forget(sn: string): void {
    for (const key of this.#open.keys()) if (key.startsWith(`${sn} `)) this.#open.delete(key)
  }

  #begun(sn: string, code: string, { atMs, namedMs, wrong }: Stated): ReceivedAlarm | undefined {
    if (!wrong) {
      const alarmSeq = `${seqPrefix(code)}${Math.floor(namedMs / 1000)}`
      const known = this.#open.get(`${sn} ${code}`)
      // A requested record of the past does not become ongoing.
      if (!known || known.atMs <= atMs) this.#keep(sn, code, { atMs, alarmSeq })
      return { ...kindOf(code), atMs, alarmSeq, chnId: 0 }
    }
    if (this.#goingOn(sn, code, atMs)) return undefined
    const event = { atMs, alarmSeq: `${seqPrefix(code)}${atMs}` }
    this.#keep(sn, code, event)
    const { clock } = wrong
    const marks = clock === undefined ? {} : { receivedMs: atMs, deviceTime: clock }
    return { ...kindOf(code), ...event, ...marks, chnId: 0 }
  }

  #ended(sn: string, code: string, atMs: number, nowMs: number): ReceivedAlarm | undefined {
    const event = this.#goingOn(sn, code, nowMs)
    if (!event) return undefined
    this.#keep(sn, code, null)
    return { ...kindOf(code), ...event, chnId: 0, endMs: Math.max(event.atMs, atMs) }
  }

  #goingOn(sn: string, code: string, nowMs: number): OpenEvent | null {
    let event = this.#open.get(`${sn} ${code}`)
    if (event === undefined) {
      event = this.#stored(sn, seqPrefix(code)) ?? null
      this.#keep(sn, code, event)
    }
    // An event of the future dates from before the platform's clock was set back.
    return event && event.atMs <= nowMs ? event : null
  }

  #keep(sn: string, code: string, event: OpenEvent | null): void {
    const key = `${sn} ${code}`
    this.#open.delete(key)
    this.#open.set(key, event)
    if (this.#open.size <= KEPT_MAX) return
    const [oldest] = this.#open.keys()
    if (oldest !== undefined) this.#open.delete(oldest)
  }
}

/** Records (2071) are requested data of the past: however old they are, they keep their time. */
function statedTime(packet: CommandParameters & { cn: string }, nowMs: number): Stated {
  const texts = ['AlarmTime', 'DataTime'].flatMap((name) => packet.params.get(name) ?? [])
  const [statedMs] = texts.flatMap((text) => parseWireTime(text) ?? [])
  const isOldRecord = packet.cn === RECORDS && statedMs !== undefined && statedMs <= nowMs
  const time = deviceTime(statedMs, nowMs)
  if (statedMs !== undefined && (isOldRecord || time.plausible)) {
    return { atMs: Math.min(statedMs, nowMs), namedMs: statedMs }
  }
  return { atMs: nowMs, namedMs: nowMs, wrong: { clock: texts[0] && clockText(texts[0]) } }
}

/** The digits of a time of the wire as a clock shows them; of anything else its beginning, in plain characters. */
function clockText(text: string): string {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text)
  if (!digits) return text.replace(/[^ -~]/g, '?').slice(0, CLOCK_CHARS)
  const [, year, month, day, hour, minute, second] = digits
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** Type of an alarm of a pollutant, by its code. */
export function kindOf(code: string): { type: string; subType: string } {
  const quantity = factorByCode(code)?.quantity
  const [type, subType] = (quantity && TYPES[quantity]) ?? OTHER
  return { type, subType }
}
