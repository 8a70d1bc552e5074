/** Which alarms come of how things are with devices; those of what happens to them are in world/incidents. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { KINDS } from '../../devices/kinds.ts'
import type { ConditionRow, FindCause } from './condition.ts'
import { diskFault, motion, offline, past, powerLoss } from './station-causes.ts'
import * as vehicles from './vehicle-causes.ts'

const STREET: readonly DeviceKind[] = ['camera', 'ptzCamera']
const MAINS = DEVICE_KINDS.filter((kind) => KINDS[kind].onMains)
const NIGHT = (hour: number) => hour < 5 || hour >= 22
const DAYTIME = (hour: number) => hour >= 7

export const CONDITION_ROWS: readonly ConditionRow[] = [
  vehicle('Fatigue', 24, vehicles.fatigue, { tries: 40, hours: DAYTIME }),
  vehicle('DayOvertime', 48, vehicles.dayOvertime, { tries: 40, hours: (hour) => hour >= 15 }),
  vehicle('ParkingOvertime', 8, vehicles.parkingOvertime, { tries: 60 }),
  vehicle('GeofenceIn', 24, vehicles.geofenceIn, { tries: 30, hours: DAYTIME }),
  vehicle('GeofenceOut', 48, vehicles.geofenceOut, { tries: 30, hours: DAYTIME }),
  vehicle('GpsLost', 24, vehicles.gpsLost, { tries: 120 }),
  vehicle('Danger', 24, vehicles.danger, { tries: 12, hours: DAYTIME }),
  vehicle('Collision', 48, vehicles.collision, { tries: 12, hours: DAYTIME }),
  vehicle('Rollover', 48, vehicles.rollover, { tries: 20, hours: DAYTIME }),
  vehicle('RouteDeviation', 48, vehicles.routeDeviation, { tries: 40, hours: DAYTIME, models: ['bus'] }, 16),
  vehicle('FuelAbnormal', 48, vehicles.fuelAbnormal, { tries: 60, hours: (hour) => hour >= 12 }),
  vehicle('IllegalIgnition', 48, vehicles.illegalIgnition, { tries: 40, hours: NIGHT }),
  vehicle('IllegalMove', 48, vehicles.illegalMove, { tries: 40, hours: NIGHT }),
  vehicle('Stolen', 72, vehicles.stolen, { tries: 40, hours: (hour) => hour < 5 }),
  {
    ...row('DeviceAlarm', 'AntennaFault', ['vehicle'], 60, 12, vehicles.antennaFault),
    tries: 120,
  },
  { ...row('DeviceAlarm', 'Offline', MAINS, 190, 12, offline), tries: 200, byServer: true },
  { ...row('DeviceAlarm', 'PowerLoss', MAINS, 190, 6, powerLoss), tries: 400 },
  { ...row('DeviceAlarm', 'DiskFault', [...STREET, 'vehicle'], 180, 4, diskFault), tries: 400 },
  { ...row('VideoAlarm', 'Motion', STREET, 120, 48, motion), tries: 10, hours: NIGHT },
  // Earthworks stop from force 4 on.
  station(
    'Wind',
    ['dust'],
    14,
    3,
    past('windSpeed', 'above', 5.5, (sky) => sky.windSpeedMs > 5),
  ),
  // As heavy as rain gets here but for some days of the year.
  station(
    'Rain',
    ['water'],
    6,
    2,
    past('rainfall', 'above', 0.8, (sky) => sky.rainMmPerHour > 0.7),
  ),
  station('Pollutant', ['air'], 12, 12, past('no2', 'above', 55)),
  {
    ...row('SolarAlarm', 'BatteryLow', ['solarStation'], 20, 48, past('solarBatteryVoltage', 'below', 12)),
    hours: (hour) => hour >= 3 && hour < 7,
  },
  row('SolarAlarm', 'Overload', ['solarStation'], 20, 48, past('solarOutputCurrent', 'above', 0.95)),
  row('AgricultureAlarm', 'SoilDry', ['farmStation'], 20, 48, past('soilMoisture', 'below', 24)),
  {
    ...row('AgricultureAlarm', 'Frost', ['farmStation'], 20, 48, past('temperature', 'below', 0)),
    hours: (hour) => hour < 8,
  },
]

function row(
  type: string,
  subType: string,
  kinds: readonly DeviceKind[],
  perDevices: number,
  everyHours: number,
  find: FindCause,
): ConditionRow {
  return { type, subType, kinds, perDevices, everyHours, find, tries: 20 }
}

function vehicle(
  subType: string,
  everyHours: number,
  find: FindCause,
  more: Partial<ConditionRow>,
  perDevices = 60,
): ConditionRow {
  return { ...row('VehicleAlarm', subType, ['vehicle'], perDevices, everyHours, find), ...more }
}

function station(
  subType: string,
  models: readonly string[],
  perDevices: number,
  everyHours: number,
  find: FindCause,
): ConditionRow {
  return { ...row('EnvironmentAlarm', subType, ['hj212Station'], perDevices, everyHours, find), models }
}
