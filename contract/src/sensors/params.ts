import { z } from 'zod'
import type { QuantityLimits } from './default-limits.ts'

/**
 * Parameters of measuring stations. The specification only names the settings of sensors, solar stations and gas
 * detectors: all fields are assumed.
 */
const report = {
  /** Seconds between two reports. */
  reportSeconds: z.number().int().min(30).max(3600),
  /** While somebody works on the station its values are marked M and count in no mean. */
  maintenance: z.boolean(),
}

export const SensorParam = z.object({
  ...report,
  /** Alarm outputs (relays) of a sensor controller, on or off. Other stations have none; left out of a set, one stays as it is. */
  output1: z.boolean().optional(),
  output2: z.boolean().optional(),
})
export type SensorParam = z.infer<typeof SensorParam>

export const SolarParam = z.object({
  ...report,
  /** Whether the controller feeds the load. */
  loadOn: z.boolean(),
  /** Percent of charge below which it lets go of the load. */
  cutOffPercent: z.number().int().min(0).max(60),
})
export type SolarParam = z.infer<typeof SolarParam>

export const AgricultureParam = z
  .object({
    ...report,
    /** Percent of soil moisture below which watering is advised, and up to which. */
    irrigateBelow: z.number().min(5).max(60),
    irrigateTo: z.number().min(6).max(80),
  })
  .refine(({ irrigateBelow, irrigateTo }) => irrigateBelow < irrigateTo, {
    path: ['irrigateTo'],
    message: 'irrigation must end above the threshold where it begins',
  })
export type AgricultureParam = z.infer<typeof AgricultureParam>

/** Gases of a detector, the codes that they are reported under, and the most that can be measured. */
export const DETECTED_GASES = {
  combustible: { code: 'g01', most: 100 },
  co: { code: 'g02', most: 1000 },
  h2s: { code: 'g03', most: 200 },
  nh3: { code: 'g04', most: 500 },
  o2: { code: 'g05', most: 30 },
} as const
export type DetectedGas = keyof typeof DETECTED_GASES
export const DETECTED_GAS_NAMES = Object.keys(DETECTED_GASES) as DetectedGas[]

const levels = (gas: DetectedGas) =>
  z
    .object({
      low: z.number().positive().max(DETECTED_GASES[gas].most),
      high: z.number().positive().max(DETECTED_GASES[gas].most),
    })
    .refine(({ low, high }) => low < high, {
      path: ['high'],
      message: 'the second level must be above the first',
    })

export const GasParam = z.object({
  ...report,
  /** First and second alarm level of each gas; of oxygen the least and the most. */
  levels: z.object({
    combustible: levels('combustible'),
    co: levels('co'),
    h2s: levels('h2s'),
    nh3: levels('nh3'),
    o2: levels('o2'),
  }),
})
export type GasParam = z.infer<typeof GasParam>

/** How stations leave the factory. Gas levels by GB/T 50493. */
export const FACTORY_PARAMS = {
  sensorParam: { reportSeconds: 60, maintenance: false } satisfies SensorParam,
  solarParam: { reportSeconds: 60, maintenance: false, loadOn: true, cutOffPercent: 0 } satisfies SolarParam,
  agricultureParam: {
    reportSeconds: 60,
    maintenance: false,
    irrigateBelow: 20,
    irrigateTo: 30,
  } satisfies AgricultureParam,
  gasParam: {
    reportSeconds: 60,
    maintenance: false,
    levels: {
      combustible: { low: 25, high: 50 },
      co: { low: 20, high: 40 },
      h2s: { low: 10, high: 20 },
      nh3: { low: 20, high: 40 },
      o2: { low: 19.5, high: 23.5 },
    },
  } satisfies GasParam,
}
export type ParamSection = keyof typeof FACTORY_PARAMS

/** Limits that follow from the settings of a gas detector: of oxygen both, of the others the first level. */
export function gasLimits({ levels: set }: GasParam): Record<string, QuantityLimits> {
  return Object.fromEntries(
    DETECTED_GAS_NAMES.map((gas) => [
      DETECTED_GASES[gas].code,
      gas === 'o2' ? { ...set.o2 } : { high: set[gas].low },
    ]),
  )
}
