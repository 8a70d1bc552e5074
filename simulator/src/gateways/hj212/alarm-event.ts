/** Alarm events of stations (CN 2072) and alarm records (2071), HJ/T 212-2005, as alarms of the platform. */
import { factorByCode } from '../../wire/hj212/factor-table.ts'
import type { CommandParameters } from '../../wire/hj212/packet.ts'
import { dataTimeOf } from '../../wire/hj212/read-values.ts'
import { parseWireTime } from '../../wire/hj212/wire-time.ts'
import type { Quantity } from '../../world/types.ts'
import type { ReceivedAlarm } from '../intake.ts'

const ALARM_COMMANDS: ReadonlySet<string> = new Set(['2071', '2072'])
/** Whether a command tells of alarms. */
export const tellsAlarms = (cn: string): boolean => ALARM_COMMANDS.has(cn)

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

/** An alarm that goes on: of which pollutant, and since when. */
export type OpenEvent = Pick<ReceivedAlarm, 'atMs' | 'alarmSeq'>

/** What alarms of a pollutant are called, before the second they began at. */
const seqPrefix = (code: string) => `hj212-${code}-`

/** Remembers which alarms of each station go on: the end of an event names its pollutant alone. */
export class AlarmEvents {
  readonly #open = new Map<string, Map<string, OpenEvent>>()
  readonly #stored: (sn: string, seqPrefix: string) => OpenEvent | undefined

  /** `stored` answers the newest alarm that goes on by the database: of before the start. */
  constructor(stored: (sn: string, seqPrefix: string) => OpenEvent | undefined) {
    this.#stored = stored
  }

  /**
   * One alarm for each pollutant that is over its limit, of AlarmTime, and for each that is so no more the alarm that
   * went on, with its end. `nowMs` is platform time: it stands in where the packet has no time, and no alarm is of the
   * future. The same event sent again is the same alarm.
   */
  take(sn: string, packet: CommandParameters, nowMs: number): ReceivedAlarm[] {
    const text = packet.params.get('AlarmTime')
    const named = (text === undefined ? undefined : parseWireTime(text)) ?? dataTimeOf(packet) ?? nowMs
    const atMs = Math.min(named, nowMs)
    const alarms: ReceivedAlarm[] = []
    for (const [code, fields] of packet.factors) {
      if (fields['Ala'] === undefined) continue
      const kind = fields['AlarmType'] ?? packet.params.get('AlarmType')
      const alarm = kind === OVER ? this.#ended(sn, code, atMs) : this.#begun(sn, code, atMs, named)
      if (alarm) alarms.push(alarm)
    }
    return alarms
  }

  /** The station is the platform's no more. */
  forget(sn: string): void {
    this.#open.delete(sn)
  }

  #begun(sn: string, code: string, atMs: number, namedMs: number): ReceivedAlarm {
    const alarmSeq = `${seqPrefix(code)}${Math.floor(namedMs / 1000)}`
    const open = this.#open.get(sn) ?? new Map<string, OpenEvent>()
    this.#open.set(sn, open)
    const known = open.get(code)
    // A record of the past that somebody asked for does not go on.
    if (!known || known.atMs <= atMs) open.set(code, { atMs, alarmSeq })
    return { ...kindOf(code), atMs, alarmSeq, chnId: 0 }
  }

  #ended(sn: string, code: string, atMs: number): ReceivedAlarm | undefined {
    const open = this.#open.get(sn)
    const event = open?.get(code) ?? this.#stored(sn, seqPrefix(code))
    if (!event) return undefined
    open?.delete(code)
    return { ...kindOf(code), ...event, chnId: 0, endMs: Math.max(event.atMs, atMs) }
  }
}

/** What an alarm of a pollutant is called, by its code. */
export function kindOf(code: string): { type: string; subType: string } {
  const quantity = factorByCode(code)?.quantity
  const [type, subType] = (quantity && TYPES[quantity]) ?? OTHER
  return { type, subType }
}
