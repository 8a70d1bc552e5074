import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get } from '../call.ts'

/** How the fleet and the weather are now. */
const access = ACCESS.control
const origin = 'assumed' as const

export const KindCount = z.object({
  kind: z.string(),
  total: z.number().int(),
  online: z.number().int(),
})
export type KindCount = z.output<typeof KindCount>

export const controlFleetState = get('/control/fleet', {
  name: 'control.fleetState',
  summary: 'Number of devices of each kind, and how many of them are online.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(KindCount) }),
})

export const WeatherNow = z.object({
  cloud: z.number(),
  rainMmPerHour: z.number(),
  windSpeedMs: z.number(),
  windFromDeg: z.number(),
  dust: z.number(),
  temperatureC: z.number(),
  humidityPercent: z.number(),
  illuminationLux: z.number(),
  sunElevationDeg: z.number(),
  /** Changes of the weather that are in force; the last one's end, epoch milliseconds of platform time. */
  changes: z.number().int(),
  changedUntilMs: z.number().optional(),
})
export type WeatherNow = z.output<typeof WeatherNow>

export const controlWeatherNow = get('/control/weather', {
  name: 'control.weatherNow',
  summary: 'The current weather, and how long it remains set.',
  origin,
  access,
  query: emptyQuery,
  data: WeatherNow,
})

export const STATE_CALLS = [controlFleetState, controlWeatherNow]
