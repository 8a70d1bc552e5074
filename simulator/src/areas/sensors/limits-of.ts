import type { QuantityLimits } from '@backlot/contract/sensors/default-limits'
import { gasLimits } from '@backlot/contract/sensors/params'
import type { DictionaryBook } from './dictionary-book.ts'
import type { ReadingFamily, StationParamsPort } from './ports.ts'

/** Limits of a station's quantities by code: what is set on it, else those of the dictionary. */
export function limitsOf(
  { params, dictionary }: { params: StationParamsPort; dictionary: DictionaryBook },
  sn: string,
  family: ReadingFamily,
  atMs: number,
): (code: string) => QuantityLimits {
  const usual = (code: string) => dictionary.limits(code)
  if (!params.find(sn, family)) return usual
  if (family === 'gas') {
    const set = gasLimits(params.param(sn, 'gasParam', atMs))
    return (code) => set[code] ?? usual(code)
  }
  if (family !== 'agriculture') return usual
  const { irrigateBelow } = params.param(sn, 'agricultureParam', atMs)
  return (code) => (code === 'f01' ? { ...usual(code), low: irrigateBelow } : usual(code))
}
