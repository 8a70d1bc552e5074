import { FACTORY_PARAMS } from '@backlot/contract/sensors/params'
import { expect, it } from 'vitest'
import { createInlineStore } from '../../composition/store/inline-store.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createDictionaryRepository } from './dictionary-repository.ts'
import { limitsOf } from './limits-of.ts'
import type { StationParamsPort } from './ports.ts'
import { senseQuantities } from './tables.ts'

const CO = { code: 'g02', name: { zh: '一氧化碳', en: 'CO' }, icon: 'co', unit: 'mg/m³', decimals: 1 }
const OXYGEN = { code: 'g05', name: { zh: '氧气', en: 'O₂' }, icon: 'o2', unit: '%', decimals: 1 }

async function repositoryOf(...rows: (typeof senseQuantities.$inferInsert)[]) {
  const store = await createInlineStore(createManualClock(0))
  for (const row of rows) queryBuilder(store.read).insert(senseQuantities).values(row).run()
  return createDictionaryRepository(store, [CO, OXYGEN])
}
const inPpm = {
  code: 'g02',
  nameZh: '一氧化碳',
  nameEn: 'CO',
  unit: 'ppm',
  factor: 0.8733,
  shift: 0,
  decimals: 0,
  version: 1,
  updatedMs: 0,
}

it('a value stays as it was sent until the dictionary is changed', async () => {
  const repository = await repositoryOf()
  expect(repository.value('g02', 44.06)).toBe(44.06)
  expect(repository.value('x1', 44.06)).toBe(44.06)
  expect((await repositoryOf(inPpm)).value('g02', 20)).toBe(17)
})

it('levels of a detector are told in the unit that its readings are shown in, and never rounded', async () => {
  const params = {
    find: () => ({}),
    param: () => FACTORY_PARAMS.gasParam,
  } as unknown as StationParamsPort
  const points = { limitsAt: () => undefined }
  const limits = (dictionary: Awaited<ReturnType<typeof repositoryOf>>) =>
    limitsOf({ params, dictionary, points }, 'GAS', 'gas', 0)
  expect(limits(await repositoryOf())('g02')).toEqual({ high: 20 })
  expect(limits(await repositoryOf(inPpm))('g02')).toEqual({ high: 17.466 })
  expect(limits(await repositoryOf({ ...inPpm, code: 'g05', factor: 1 }))('g05')).toEqual({
    low: 19.5,
    high: 23.5,
  })
})
