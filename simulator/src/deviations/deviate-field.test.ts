import { expect, test } from 'vitest'
import { deviateField } from './deviate-field.ts'
import { FieldDeviation } from './deviation-spec.ts'
import { fieldPath } from './field-path.ts'

const page = () => ({
  data: {
    list: [
      { sn: 'A', state: 1 },
      { sn: 'B', state: 2 },
    ],
    total: 2,
  },
})
const deviated = (deviation: object) => {
  const value = page()
  deviateField(value, FieldDeviation.parse(deviation))
  return value.data
}

test('each kind changes the rows that it names, and nothing else', () => {
  expect(deviated({ kind: 'missing', field: 'data.list[].sn' }).list).toEqual([{ state: 1 }, { state: 2 }])
  expect(deviated({ kind: 'renamed', field: 'data.list[0].sn', to: 'code' }).list).toEqual([
    { code: 'A', state: 1 },
    { sn: 'B', state: 2 },
  ])
  expect(deviated({ kind: 'type', field: 'data.total' }).total).toBe('2')
  expect(deviated({ kind: 'type', field: 'data.list[1].sn' }).list[1]?.sn).toBe(7)
  expect(deviated({ kind: 'range', field: 'data.list[1].state', value: 9 }).list[1]?.state).toBe(9)
  expect(deviated({ kind: 'extra', field: 'data.list[].colour' }).list[0]).toMatchObject({
    colour: 'deviating',
  })
  expect(deviated({ kind: 'missing', field: 'data.nothing.here' })).toEqual(page().data)
})

test('a path is names and rows, and ends with a name', () => {
  expect(fieldPath('list[].a[2].b')).toEqual([
    { name: 'list' },
    { row: 'all' },
    { name: 'a' },
    { row: 2 },
    { name: 'b' },
  ])
  for (const wrong of ['', 'list[]', 'a..b', 'a[x].b', '[].a', '__proto__ .a'])
    expect(fieldPath(wrong), wrong).toBeUndefined()
})
