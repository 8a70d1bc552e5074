/** Uploads into readings, positions, device states and alarms. */
import { readDeviceStates } from '../../wire/hj212/device-states.ts'
import { LATITUDE_CODE, LONGITUDE_CODE } from '../../wire/hj212/factor-table.ts'
import type { CommandParameters } from '../../wire/hj212/packet.ts'
import { dataTimeOf, INTERVAL_OF, readValues } from '../../wire/hj212/read-values.ts'
import type { ReadingInterval } from '../ingest.ts'
import { tellsAlarms } from './alarm-event.ts'
import type { GatewayContext } from './gateway-context.ts'

const MINUTE_MS = 60_000
/** Data that come later than that after their time were kept back. Minute and hour data carry the start of theirs. */
const LATE_AFTER_MS: Readonly<Record<ReadingInterval, number>> = {
  realtime: 10 * MINUTE_MS,
  minute: 70 * MINUTE_MS,
  hour: 180 * MINUTE_MS,
  day: 60 * 60 * MINUTE_MS,
  status: 10 * MINUTE_MS,
  runTime: 60 * 60 * MINUTE_MS,
  restart: 10 * MINUTE_MS,
}

/** Takes the data of an upload in. `nowMs` is platform time, used where the packet has none. */
export function takeData(
  { ingest, unitsOf, counters, events }: Pick<GatewayContext, 'ingest' | 'unitsOf' | 'counters' | 'events'>,
  sn: string,
  packet: CommandParameters & { cn: string },
  nowMs: number,
): void {
  const interval = INTERVAL_OF[packet.cn]
  if (interval === undefined) {
    takeOther({ ingest, events }, sn, packet, nowMs)
    return
  }
  if (packet.factors.size === 0) return
  const atMs = dataTimeOf(packet) ?? nowMs
  const late = nowMs - atMs > LATE_AFTER_MS[interval]
  const measured = readValues(packet, unitsOf(sn))
  const longitude = measured.find(({ code }) => code === LONGITUDE_CODE)?.value
  const latitude = measured.find(({ code }) => code === LATITUDE_CODE)?.value
  if (longitude !== undefined && latitude !== undefined && isPlace(longitude, latitude)) {
    ingest.position(sn, { atMs, longitude, latitude, speedKmh: 0, directionDeg: 0, late })
  }
  const moves = longitude !== undefined || latitude !== undefined
  const rows = moves
    ? measured.filter(({ code }) => code !== LONGITUDE_CODE && code !== LATITUDE_CODE)
    : measured
  if (rows.length === 0) return
  counters.readings++
  if (late) counters.lateReadings++
  ingest.readings(sn, { atMs, interval, rows, late })
}

/** Alarms and states of devices. */
function takeOther(
  { ingest, events }: Pick<GatewayContext, 'ingest' | 'events'>,
  sn: string,
  packet: CommandParameters & { cn: string },
  nowMs: number,
): void {
  if (tellsAlarms(packet.cn)) {
    for (const alarm of events.take(sn, packet, nowMs)) ingest.alarm(sn, alarm)
    return
  }
  const state = readDeviceStates(packet)
  if (!state) return
  const { kind, atMs = nowMs, rows } = state
  ingest.readings(sn, { atMs, interval: kind, rows, late: nowMs - atMs > LATE_AFTER_MS[kind] })
}

const isPlace = (longitude: number, latitude: number) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && (longitude !== 0 || latitude !== 0)
