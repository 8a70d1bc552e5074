import { z } from 'zod'
import { post } from '../call.ts'
import type { Capability } from '../capabilities.ts'
import { HISTORY_INTERVALS, HISTORY_STATIONS_MAX, ReadingHistory } from './entities.ts'

/**
 * Past readings of stations. The specification only states the names of the calls for present readings and settings:
 * these calls are additional. Times are seconds since the epoch.
 */
const seconds = z.number().int().min(0).max(9_999_999_999)

const historyOf = (path: string, name: string, what: string, route: string, capability: Capability) =>
  post(path, {
    name: `${name}.history`,
    summary: `Readings of ${what} by minute (at most 24 hours), hour (31 days) or day (180 days): means, minima and maxima, marks of the data.`,
    origin: 'assumed',
    whenMissing: 'hide',
    writes: false,
    access: { kind: 'routes', routes: [route], anyOf: [capability] },
    body: z.object({
      list: z.array(z.string().min(1).max(64)).min(1).max(HISTORY_STATIONS_MAX),
      /** Left out: all that the stations measure. */
      codes: z.array(z.string().min(1).max(32)).max(40).optional(),
      interval: z.enum(HISTORY_INTERVALS),
      startTime: seconds,
      endTime: seconds,
    }),
    data: ReadingHistory,
  })

export const sensorHistory = historyOf(
  '/sensor/history/data',
  'sensors',
  'environment stations',
  '/senseDevice',
  'hjt212',
)
export const solarHistory = historyOf(
  '/solarEnergy/history/data',
  'solar',
  'solar stations',
  '/solarEnergy',
  'solarEnergy',
)
export const agricultureHistory = historyOf(
  '/agriculture/history/data',
  'agriculture',
  'farm stations',
  '/agriculture',
  'agriculture',
)
export const gasHistory = historyOf('/gas/sensor/history/data', 'gas', 'gas detectors', '/gas', 'gasSeneor')

export const SENSOR_CALLS = [sensorHistory, solarHistory, agricultureHistory, gasHistory]
