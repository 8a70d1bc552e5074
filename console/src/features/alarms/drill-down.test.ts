import { expect, it } from 'vitest'
import { drillDown } from './drill-down.ts'

const range = { startTime: 1000, endTime: 200_000 }

it('narrows the list down to what a row counts', () => {
  expect(drillDown('subType', { key: 'IoAlarm-SOS' }, range)).toEqual({ kinds: 'IoAlarm-SOS' })
  expect(drillDown('group', { key: '7', own: true }, range)).toEqual({ nodeId: '7', nodeOnly: 1 })
  expect(drillDown('group', { key: '7' }, range)).toEqual({ nodeId: '7', nodeOnly: undefined })
  expect(drillDown('processor', { key: 'Li Na' }, range)).toEqual({ processor: 'Li Na', processed: 1 })
})

it('stays inside of the range at its first and last day', () => {
  expect(drillDown('day', { key: '0' }, range)).toEqual({ range: undefined, from: 1000, to: 86_399 })
  expect(drillDown('day', { key: '172800' }, range)).toMatchObject({ from: 172_800, to: 200_000 })
})
