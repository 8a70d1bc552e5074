/**
 * The air quality index of HJ 633-2012. Of hours and moments by the hourly limits where the standard has them, of civil
 * days by those of 24 hours (ozone: the greatest mean of eight hours).
 */

/** Pollutants that count, in the order of ties. */
export const POLLUTANTS = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3'] as const
export type Pollutant = (typeof POLLUTANTS)[number]

/** Quantities of stations that the situation shows, by the codes of HJ 212. */
export const AIR_CODES = {
  pm25: 'a34004',
  pm10: 'a34002',
  so2: 'a21026',
  no2: 'a21004',
  co: 'a21005',
  o3: 'a05024',
  temperature: 'a01001',
  humidity: 'a01002',
  windSpeed: 'a01007',
  windDirection: 'a01008',
  noise: 'LA',
} as const
export type AirQuantity = keyof typeof AIR_CODES
export const AIR_QUANTITIES = Object.keys(AIR_CODES) as [AirQuantity, ...AirQuantity[]]

/** Indexes at the limits below (table 1 of the standard). */
const INDEXES = [0, 50, 100, 150, 200, 300, 400, 500] as const

/** Concentrations at those indexes: µg/m³, CO in mg/m³. Dust has limits for 24 hours alone. */
const HOUR_LIMITS: Readonly<Record<Pollutant, readonly number[]>> = {
  pm25: [0, 35, 75, 115, 150, 250, 350, 500],
  pm10: [0, 50, 150, 250, 350, 420, 500, 600],
  // Above 800 the standard continues with the limits of 24 hours.
  so2: [0, 150, 500, 650, 800, 1600, 2100, 2620],
  no2: [0, 100, 200, 700, 1200, 2340, 3090, 3840],
  co: [0, 5, 10, 35, 60, 90, 120, 150],
  o3: [0, 160, 200, 300, 400, 800, 1000, 1200],
}

/** The same of 24 hours; ozone of eight, beyond 800 by its hours. */
const DAY_LIMITS: Readonly<Record<Pollutant, readonly number[]>> = {
  ...HOUR_LIMITS,
  so2: [0, 50, 150, 475, 800, 1600, 2100, 2620],
  no2: [0, 40, 80, 180, 280, 565, 750, 940],
  co: [0, 2, 4, 14, 24, 36, 48, 60],
  o3: [0, 100, 160, 215, 265, 800, 1000, 1200],
}

/** Period of the averaged values: an hour (or a moment), or a civil day. */
export type IndexSpan = 'hour' | 'day'

/** Index of one pollutant, rounded up; 500 beyond the table. */
export function pollutantIndex(pollutant: Pollutant, value: number, span: IndexSpan = 'hour'): number {
  const limits = (span === 'day' ? DAY_LIMITS : HOUR_LIMITS)[pollutant]
  const at = limits.findIndex((limit) => value <= limit)
  if (at === 0) return 0
  if (at < 0) return INDEXES[INDEXES.length - 1]!
  const share = (value - limits[at - 1]!) / (limits[at]! - limits[at - 1]!)
  return Math.ceil(INDEXES[at - 1]! + share * (INDEXES[at]! - INDEXES[at - 1]!))
}

/** The worst index of the measured values, and its pollutant when it is above 50; undefined without a pollutant. */
export function airIndex(
  values: Partial<Record<AirQuantity, number>>,
  span: IndexSpan = 'hour',
): {
  aqi?: number
  primary?: Pollutant
} {
  let worst: { aqi: number; of: Pollutant } | undefined
  for (const pollutant of POLLUTANTS) {
    const value = values[pollutant]
    if (value === undefined) continue
    const aqi = pollutantIndex(pollutant, value, span)
    if (!worst || aqi > worst.aqi) worst = { aqi, of: pollutant }
  }
  if (!worst) return {}
  return worst.aqi > INDEXES[1] ? { aqi: worst.aqi, primary: worst.of } : { aqi: worst.aqi }
}

/** Classes of an index, by the index that they reach to (table 2). */
const CLASSES = [
  [50, 'excellent'],
  [100, 'good'],
  [150, 'light'],
  [200, 'moderate'],
  [300, 'heavy'],
  [Number.POSITIVE_INFINITY, 'severe'],
] as const
export type AirClass = (typeof CLASSES)[number][1]

/** How clean or polluted the air of an index is. */
export function airClass(aqi: number): AirClass {
  return CLASSES.find(([top]) => aqi <= top)?.[1] ?? 'severe'
}
