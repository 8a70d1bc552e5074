import { ReadingHistory } from '@backlot/contract/sensors/entities'
import { expect, it } from 'vitest'
import { cellText } from '../../features/table-screen/cell-values.ts'
import { columnsOf, fileRows } from './history-columns.ts'

const quantity = (code: string, name: string, F: string, decimals: number, values: (number | null)[]) => ({
  code,
  name,
  icon: '',
  F,
  decimals,
  values,
  min: values,
  max: values,
  flags: values.map((value) => (value === null ? 'D' : 'N')),
})
const history = ReadingHistory.parse({
  interval: 'hour',
  startTime: 0,
  endTime: 7200,
  times: [0, 3600],
  stations: [
    {
      sn: 'A',
      name: 'Air',
      quantities: [
        quantity('a34004', 'PM2.5', 'µg/m³', 1, [44.26, null]),
        quantity('a01008', '风向', '°', 0, [349.6, 12]),
        quantity('a21028', 'H₂S', 'mg/m³', 3, [0.0012, 0.5]),
      ],
      aqi: [],
    },
  ],
})

it('a file has the headings, units and decimals of the table, and the marks of the data', () => {
  const columns = columnsOf(history, ['a34004', 'a01008', 'a21028'])
  expect(columns.map(({ title }) => title)).toEqual(['PM2.5 (µg/m³)', '风向 (°)', 'H₂S (mg/m³)'])
  const texts = fileRows(history, columns).map((row) => row.map((value) => cellText(value, String)))
  expect(texts).toEqual([
    ['0', '44.3', 'N', '350', 'N', '0.001', 'N'],
    ['3600', '', 'D', '12', 'N', '0.500', 'N'],
  ])
})
