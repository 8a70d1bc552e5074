/** Alarm events of stations (CN 2072, HJ/T 212-2005) as alarms of the platform. */

import { factorByCode } from '../../wire/hj212/factor-table.ts'
import type { CommandParameters } from '../../wire/hj212/packet.ts'
import { dataTimeOf } from '../../wire/hj212/read-values.ts'
import { parseWireTime } from '../../wire/hj212/wire-time.ts'
import type { Quantity } from '../../world/types.ts'
import type { ReceivedAlarm } from '../intake.ts'

export const ALARM_EVENT = '2072'

/** AlarmType of an event that is over: nothing to tell. */
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

/**
 * One alarm for each pollutant over its limit, of AlarmTime; events that are over make none. `nowMs` is platform time:
 * it stands in where the packet has no time, and an alarm is never of the future. The same event sent again is the
 * same alarm.
 */
export function alarmsOf(packet: CommandParameters, nowMs: number): ReceivedAlarm[] {
  const text = packet.params.get('AlarmTime')
  const named = (text === undefined ? undefined : parseWireTime(text)) ?? dataTimeOf(packet)
  const begunMs = named ?? nowMs
  const alarms: ReceivedAlarm[] = []
  for (const [code, fields] of packet.factors) {
    const kind = fields['AlarmType'] ?? packet.params.get('AlarmType')
    if (fields['Ala'] === undefined || kind === OVER) continue
    const quantity = factorByCode(code)?.quantity
    const [type, subType] = (quantity && TYPES[quantity]) ?? OTHER
    alarms.push({
      atMs: Math.min(begunMs, nowMs),
      type,
      subType,
      chnId: 0,
      alarmSeq: `hj212-${code}-${Math.floor(begunMs / 1000)}`,
    })
  }
  return alarms
}
