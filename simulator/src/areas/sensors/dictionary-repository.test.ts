import { FACTORY_PARAMS } from '@backlot/contract/sensors/params'
import { expect, it } from 'vitest'
import type { Store } from '../../store/store.ts'
import { createDictionaryRepository } from './dictionary-repository.ts'
import { limitsOf } from './limits-of.ts'
import type { StationParamsPort } from './ports.ts'
import type { QuantityRow } from './writes.ts'

const CO = { code: 'g02', name: { zh: '一氧化碳', en: 'CO' }, icon: 'co', unit: 'mg/m³', decimals: 1 }
const OXYGEN = { code: 'g05', name: { zh: '氧气', en: 'O₂' }, icon: 'o2', unit: '%', decimals: 1 }

function repositoryOf(...rows: Partial<QuantityRow>[]) {
  const store = { read: { prepare: () => ({ all: () => rows }) } } as unknown as Store
  return createDictionaryRepository(store, [CO, OXYGEN])
}
const inPpm = { code: 'g02', unit: 'ppm', factor: 0.8733, shift: 0, decimals: 0, low: null, high: null }

it('a value stays as it was sent until the dictionary is changed', () => {
  const repository = repositoryOf()
  expect(repository.value('g02', 44.06)).toBe(44.06)
  expect(repository.value('x1', 44.06)).toBe(44.06)
  expect(repositoryOf(inPpm).value('g02', 20)).toBe(17)
})

it('levels of a detector are told in the unit that its readings are shown in, and never rounded', () => {
  const params = {
    find: () => ({}),
    param: () => FACTORY_PARAMS.gasParam,
  } as unknown as StationParamsPort
  const points = { limitsAt: () => undefined }
  const limits = (dictionary: ReturnType<typeof repositoryOf>) =>
    limitsOf({ params, dictionary, points }, 'GAS', 'gas', 0)
  expect(limits(repositoryOf())('g02')).toEqual({ high: 20 })
  expect(limits(repositoryOf(inPpm))('g02')).toEqual({ high: 17.466 })
  expect(limits(repositoryOf({ ...inPpm, code: 'g05', factor: 1 }))('g05')).toEqual({ low: 19.5, high: 23.5 })
})
