import { z } from 'zod'
import { get, post } from '../call.ts'
import type { Capability } from '../capabilities.ts'
import { nothing } from '../envelope.ts'
import { AgricultureParam, GasParam, SensorParam, SolarParam } from './params.ts'

/**
 * Settings of stations. A set is passed on to the device: the reply confirms that it was sent, and the device's own
 * answer comes over the channel (`setting`, result 0 is success) with the same requestId.
 */
const sn = z.string().min(1).max(64)
const requestId = z.string().min(1).max(64).optional()
const access = (route: string, capability: Capability) =>
  ({ kind: 'routes', routes: [route], anyOf: [capability] }) as const
const assumed = { origin: 'assumed', whenMissing: 'hide' } as const
const deviceInQuery = z.object({ sn })

export const getSensorConfig = get('/sensor/config', {
  name: 'sensors.config',
  summary: 'The settings of an environment station.',
  ...assumed,
  access: access('/senseDevice', 'hjt212'),
  query: deviceInQuery,
  data: z.object({ config: SensorParam }),
})
export const setSensorConfig = post('/sensor/config/update', {
  name: 'sensors.setConfig',
  summary:
    'Sets how often an environment station reports, whether it is maintained, and the alarm outputs of a controller.',
  ...assumed,
  changes: 'scope',
  access: access('/senseDevice', 'hjt212'),
  body: z.object({ sn, requestId, config: SensorParam }),
  data: nothing,
})

export const getSolarConfig = get('/solarEnergy/config', {
  name: 'solar.config',
  summary: 'The settings of a solar station. The path is stated, the fields are assumed.',
  origin: 'stated',
  access: access('/solarEnergy', 'solarEnergy'),
  query: deviceInQuery,
  data: z.object({
    config: SolarParam,
    /** When its counters were set right last, seconds (stated: calibration time). */
    calibrationTime: z.number().int(),
  }),
})
export const setSolarConfig = post('/solarEnergy/config/update', {
  name: 'solar.setConfig',
  summary: 'Sets load, cut-off and reports of a solar station.',
  ...assumed,
  changes: 'scope',
  access: access('/solarEnergy', 'solarEnergy'),
  body: z.object({ sn, requestId, config: SolarParam }),
  data: nothing,
})

const IRRIGATION_STATES = ['water', 'enough', 'wet', 'raining', 'unknown'] as const
export const getAgricultureConfig = get('/agriculture/config', {
  name: 'agriculture.config',
  summary:
    'The settings of a farm station and its irrigation advice. The path is stated, the fields are assumed.',
  origin: 'stated',
  access: access('/agriculture', 'agriculture'),
  query: deviceInQuery,
  data: z.object({
    config: AgricultureParam,
    advice: z.object({
      state: z.enum(IRRIGATION_STATES),
      /** Percent, as it was reported last. */
      moisture: z.number().optional(),
      /** Water missing up to the set level, in millimetres over 300 mm of rooted soil. */
      millimetres: z.number().optional(),
    }),
  }),
})
export const setAgricultureConfig = post('/agriculture/config/update', {
  name: 'agriculture.setConfig',
  summary: 'Sets the irrigation thresholds and the reports of a farm station.',
  ...assumed,
  changes: 'scope',
  access: access('/agriculture', 'agriculture'),
  body: z.object({ sn, requestId, config: AgricultureParam }),
  data: nothing,
})

export const getGasConfig = get('/gas/sensor/config', {
  name: 'gas.config',
  summary: 'Alarm levels of a gas detector, and the life of its sensors.',
  ...assumed,
  access: access('/gas', 'gasSeneor'),
  query: deviceInQuery,
  data: z.object({
    config: GasParam,
    sensors: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        installTime: z.number().int().describe('seconds'),
        /** Days that such a sensor lasts, and how many are left (less than none when it is overdue). */
        lifeDays: z.number().int(),
        daysLeft: z.number().int(),
        /** Its alarm levels in the unit that readings are shown in. */
        levels: z.object({ low: z.number(), high: z.number() }),
      }),
    ),
  }),
})
export const setGasConfig = post('/gas/sensor/config/update', {
  name: 'gas.setConfig',
  summary: 'Sets the alarm levels and reports of a gas detector; they apply from then on.',
  ...assumed,
  changes: 'scope',
  access: access('/gas', 'gasSeneor'),
  body: z.object({ sn, requestId, config: GasParam }),
  data: nothing,
})

/** A setting that the kind of a device has, as its kind file describes it. */
const OwnSetting = z.object({
  name: z.string().describe('in formulas, commands and wires'),
  title: z.string().describe('for people, in the language of the request'),
  unit: z.string(),
  min: z.number(),
  max: z.number(),
  initial: z.number().describe('until somebody sets it'),
  value: z.number(),
})
export type OwnSetting = z.output<typeof OwnSetting>

export const getOwnSettings = get('/sensor/settings', {
  name: 'sensors.ownSettings',
  summary: 'The settings that the kind of a device has of its own; none for built-in kinds.',
  ...assumed,
  access: access('/senseDevice', 'hjt212'),
  query: deviceInQuery,
  data: z.object({ list: z.array(OwnSetting) }),
})
export const setOwnSettings = post('/sensor/settings/update', {
  name: 'sensors.setOwnSettings',
  summary: 'Sets some of these settings, all or none: they hold when the reply comes.',
  ...assumed,
  changes: 'scope',
  access: access('/senseDevice', 'hjt212'),
  body: z.object({ sn, values: z.record(z.string().min(1).max(32), z.number()) }),
  data: nothing,
})

export const SENSOR_PARAM_CALLS = [
  getOwnSettings,
  setOwnSettings,
  getSensorConfig,
  setSensorConfig,
  getSolarConfig,
  setSolarConfig,
  getAgricultureConfig,
  setAgricultureConfig,
  getGasConfig,
  setGasConfig,
]
