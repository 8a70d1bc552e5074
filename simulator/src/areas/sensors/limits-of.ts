import type { QuantityLimits } from '@backlot/contract/sensors/default-limits'
import { gasLimits } from '@backlot/contract/sensors/params'
import type { DictionaryRepository } from './dictionary-repository.ts'
import type { ReadingFamily, ReadingPointPort, StationParamsPort } from './ports.ts'

type LimitSources = {
  params: StationParamsPort
  dictionary: DictionaryRepository
  points: Pick<ReadingPointPort, 'limitsAt'>
}

/**
 * Limits of a station's quantities by code: those of the monitoring point, those set on the station, those of the
 * dictionary.
 */
export function limitsOf(
  sources: LimitSources,
  sn: string,
  family: ReadingFamily,
  atMs: number,
): (code: string) => QuantityLimits {
  const below = stationLimits(sources, sn, family, atMs)
  return (code) => sources.points.limitsAt(sn, code) ?? below(code)
}

function stationLimits(
  { params, dictionary }: LimitSources,
  sn: string,
  family: ReadingFamily,
  atMs: number,
): (code: string) => QuantityLimits {
  const usual = (code: string) => dictionary.limits(code)
  if (!params.find(sn, family, atMs)) return usual
  if (family === 'gas') {
    const set = gasLimits(params.param(sn, 'gasParam', atMs))
    return (code) => (set[code] ? inShownUnit(dictionary, code, set[code]) : usual(code))
  }
  if (family !== 'agriculture') return usual
  const { irrigateBelow } = params.param(sn, 'agricultureParam', atMs)
  return (code) =>
    code === 'f01' ? { ...usual(code), low: dictionary.converted(code, irrigateBelow) } : usual(code)
}

/** Converts a value set on a device from the unit in which the device reports. */
function inShownUnit(
  { converted }: DictionaryRepository,
  code: string,
  { low, high }: QuantityLimits,
): QuantityLimits {
  return {
    ...(low === undefined ? {} : { low: converted(code, low) }),
    ...(high === undefined ? {} : { high: converted(code, high) }),
  }
}
