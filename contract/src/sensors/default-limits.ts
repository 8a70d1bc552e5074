/**
 * Limits of quantities until somebody sets others (assumed): ambient air by the hourly values of GB 3095 class 2 (dust
 * by its days), noise by the day of a mixed district (GB 3096), indoor gases by GB/T 18883, gas detectors by
 * GB/T 50493, batteries and soil by the habit of the trade.
 */
export type QuantityLimits = { low?: number; high?: number }

export const DEFAULT_LIMITS: Readonly<Record<string, QuantityLimits>> = {
  a34004: { high: 75 },
  a34002: { high: 150 },
  a34001: { high: 300 },
  a21026: { high: 500 },
  a21004: { high: 200 },
  a21005: { high: 10 },
  a05024: { high: 200 },
  a21001: { high: 200 },
  a21028: { high: 0.06 },
  a99054: { high: 0.6 },
  a31001: { high: 0.1 },
  a05001: { high: 1000 },
  a19001: { low: 19.5, high: 23.5 },
  LA: { high: 60 },
  a01021: { high: 0.3 },
  w01022: { high: 4 },
  s08: { low: 20 },
  s06: { low: -10, high: 55 },
  s07: { high: 65 },
  f01: { low: 20, high: 45 },
  f04: { low: 5.5, high: 8 },
  g01: { high: 25 },
  g02: { high: 20 },
  g03: { high: 10 },
  g04: { high: 20 },
  g05: { low: 19.5, high: 23.5 },
}

/** Limit that a value exceeds. */
export function limitState(value: number, { low, high }: QuantityLimits): 'low' | 'high' | undefined {
  if (low !== undefined && value < low) return 'low'
  if (high !== undefined && value > high) return 'high'
  return undefined
}
