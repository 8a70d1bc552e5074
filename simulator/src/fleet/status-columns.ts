/** State of all devices as growing columns: it changes many times a second and is never a row of a table. */
import type { OnlineField } from '../devices/device-kind.ts'
import type { DeviceState } from './device.ts'

export const ONLINE_FIELDS: readonly OnlineField[] = [
  'videoOnlineStatus',
  'sensorOnlineStatus',
  'gbOnlineStatus',
  'smartOnlineStatus',
  'gisOnlineStatus',
]

export type StatusColumns = {
  /** One bit per field of ONLINE_FIELDS. */
  onlineBits: Uint8Array
  /** The bits that a device of that kind and protocol moves when it comes and goes. */
  onlineMask: Uint8Array
  alarmFlg: Uint8Array
  longitude: Float64Array
  latitude: Float64Array
  locationTimeMs: Float64Array
  speedKmh: Float32Array
  directionDeg: Float32Array
}

export function createStatusColumns(capacity: number): StatusColumns {
  return {
    onlineBits: new Uint8Array(capacity),
    onlineMask: new Uint8Array(capacity),
    alarmFlg: new Uint8Array(capacity),
    longitude: new Float64Array(capacity),
    latitude: new Float64Array(capacity),
    locationTimeMs: new Float64Array(capacity),
    speedKmh: new Float32Array(capacity),
    directionDeg: new Float32Array(capacity),
  }
}

/** Columns of at least `capacity` rows with the same contents. */
export function grownColumns(columns: StatusColumns, capacity: number): StatusColumns {
  if (columns.onlineBits.length >= capacity) return columns
  const grown = createStatusColumns(Math.max(capacity, columns.onlineBits.length * 2))
  for (const key of Object.keys(grown) as (keyof StatusColumns)[]) grown[key].set(columns[key])
  return grown
}

export function clearRow(columns: StatusColumns, slot: number): void {
  for (const key of Object.keys(columns) as (keyof StatusColumns)[]) columns[key][slot] = 0
}

export function stateOfRow(columns: StatusColumns, slot: number): DeviceState {
  const bits = columns.onlineBits[slot]!
  const field = (index: number) => (bits >> index) & 1
  return {
    videoOnlineStatus: field(0),
    sensorOnlineStatus: field(1),
    gbOnlineStatus: field(2),
    smartOnlineStatus: field(3),
    gisOnlineStatus: field(4),
    online: bits !== 0,
    longitude: columns.longitude[slot]!,
    latitude: columns.latitude[slot]!,
    locationTimeMs: columns.locationTimeMs[slot]!,
    speedKmh: columns.speedKmh[slot]!,
    directionDeg: columns.directionDeg[slot]!,
    alarmFlg: columns.alarmFlg[slot]!,
  }
}
