import { dayStart, MINUTE_MS } from '@backlot/contract/time'
import type { AlarmSubType, FindCause } from '../../../devices/alarm-type.ts'

const LOW_TANK = 0.35

/** A tank that is two thirds empty; it was filled at the start of the day. */
const find: FindCause = ({ world, device, atMs }) => {
  const fuelAt = (at: number) => world.traffic.vehicleAt(device.trafficIndex ?? 0, at).fuelL
  if (fuelAt(atMs) > LOW_TANK * fuelAt(dayStart(atMs))) return undefined
  return { startMs: atMs, endMs: atMs + 10 * MINUTE_MS }
}

export const FUEL_ABNORMAL: AlarmSubType = {
  subType: 'FuelAbnormal',
  name: { zh: '油量异常', en: 'Fuel abnormal' },
  level: 3,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 48,
    tries: 60,
    hours: (hour) => hour >= 12,
    find,
  },
}
