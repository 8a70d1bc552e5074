import { readdirSync, readFileSync } from 'node:fs'
import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { expect, test } from 'vitest'
import { KINDS } from './kinds.ts'

const PAGES = new URL('../../../docs/devices/', import.meta.url)

test('every kind has a page that begins with its name in code', () => {
  const pages = readdirSync(PAGES).map((name) => readFileSync(new URL(name, PAGES), 'utf8'))
  const told = pages.map((text) => /^# .+\n\n`(\w+)`/.exec(text)?.[1])
  expect(told.toSorted()).toEqual([...DEVICE_KINDS].toSorted())
})

test('no two kinds have models of one name, and usual models are among those of the kind', () => {
  const models = DEVICE_KINDS.flatMap((kind) => Object.keys(KINDS[kind].models))
  expect(new Set(models).size).toBe(models.length)
  for (const kind of DEVICE_KINDS) {
    const { models: known, usualModels } = KINDS[kind]
    expect(usualModels.filter((model) => !Object.hasOwn(known, model))).toEqual([])
  }
})

test('channels of a kind are numbered from 1 on', () => {
  for (const kind of DEVICE_KINDS) {
    const numbers = KINDS[kind].channels({ zh: '设备', en: 'Device' }).map(({ chnId }) => chnId)
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  }
})
