import { DEFAULT_LIMITS, type QuantityLimits } from '@backlot/contract/sensors/default-limits'
import { gasLimits } from '@backlot/contract/sensors/params'
import type { ReadingFamily, StationParamsPort } from './ports.ts'

/** Limits of a station's quantities by code: what is set on it, else the usual ones. */
export function limitsOf(
  params: StationParamsPort,
  sn: string,
  family: ReadingFamily,
  atMs: number,
): Readonly<Record<string, QuantityLimits>> {
  if (!params.find(sn, family)) return DEFAULT_LIMITS
  if (family === 'gas') return { ...DEFAULT_LIMITS, ...gasLimits(params.param(sn, 'gasParam', atMs)) }
  if (family !== 'agriculture') return DEFAULT_LIMITS
  const { irrigateBelow } = params.param(sn, 'agricultureParam', atMs)
  return { ...DEFAULT_LIMITS, f01: { ...DEFAULT_LIMITS['f01'], low: irrigateBelow } }
}
