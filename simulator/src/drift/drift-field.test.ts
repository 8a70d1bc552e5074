import { expect, test } from 'vitest'
import { driftField } from './drift-field.ts'
import { FieldDrift } from './drift-spec.ts'
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
const drifted = (drift: object) => {
  const value = page()
  driftField(value, FieldDrift.parse(drift))
  return value.data
}

test('each kind changes the rows that it names, and nothing else', () => {
  expect(drifted({ drift: 'missing', field: 'data.list[].sn' }).list).toEqual([{ state: 1 }, { state: 2 }])
  expect(drifted({ drift: 'renamed', field: 'data.list[0].sn', to: 'code' }).list).toEqual([
    { code: 'A', state: 1 },
    { sn: 'B', state: 2 },
  ])
  expect(drifted({ drift: 'type', field: 'data.total' }).total).toBe('2')
  expect(drifted({ drift: 'type', field: 'data.list[1].sn' }).list[1]?.sn).toBe(7)
  expect(drifted({ drift: 'range', field: 'data.list[1].state', value: 9 }).list[1]?.state).toBe(9)
  expect(drifted({ drift: 'extra', field: 'data.list[].colour' }).list[0]).toMatchObject({
    colour: 'drifted',
  })
  expect(drifted({ drift: 'missing', field: 'data.nothing.here' })).toEqual(page().data)
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
