import { expect, test } from 'vitest'
import { Measures } from './measures.ts'
import { judge, parseThreshold, type Threshold } from './thresholds.ts'

const read = (text: string): Threshold => {
  const parsed = parseThreshold(text)
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed
}

test('a threshold names a counter, or a series with a statistic, and has its unit', () => {
  expect(read('http.p99<250')).toMatchObject({ series: 'http', statistic: 'p99', operator: '<', value: 250 })
  expect(read(' http.alarms.list.p99.9 <= 1.5s ')).toMatchObject({
    series: 'http.alarms.list',
    statistic: 'p99.9',
    operator: '<=',
    value: 1500,
  })
  expect(read('http.errorRate<1%')).toMatchObject({ counter: 'http.errorRate', value: 0.01 })
  expect(read('channel.cuts==0')).toMatchObject({ counter: 'channel.cuts', operator: '==', value: 0 })
  expect(read('action.watch.count>=3')).toMatchObject({ series: 'action.watch', statistic: 'count' })
})

test('what is no threshold is said with the way out', () => {
  for (const [text, why] of [
    ['', 'is not a threshold'],
    ['http.p99', 'is not a threshold'],
    ['http.p99<fast', 'is not a threshold'],
    ['http.p99=<250', 'is not a threshold'],
    ['http<250', 'nor ends in a statistic'],
    ['http.p42<250', 'nor ends in a statistic'],
    ['disk.p99<250', "no series 'disk'"],
    ['http.count<3s', 'has no unit'],
    ['http.p99<3%', 'cannot be a share'],
    ['http.errors<3s', 'is not a time'],
  ] as const) {
    expect(parseThreshold(text), text).toContain(why)
  }
})

test('thresholds are judged by what was measured; nothing measured breaks a time', () => {
  const measures = new Measures()
  for (let ms = 1; ms <= 100; ms++) measures.time('http', ms)
  measures.count('http.errors', 2)
  const holds = (text: string) => judge(read(text), measures, 10).holds
  expect(holds('http.p50<=50.1')).toBe(true)
  expect(holds('http.p99<99')).toBe(false)
  expect(holds('http.max>99')).toBe(true)
  expect(holds('http.rate==10')).toBe(true)
  expect(holds('http.errorRate==0.02')).toBe(true)
  expect(holds('http.errorRate<2%')).toBe(false)
  expect(holds('http.errors!=2')).toBe(false)
  expect(holds('channel.cuts==0')).toBe(true)
  expect(holds('channel.lag.count==0')).toBe(true)
  expect(judge(read('channel.lag.p99<1'), measures, 10)).toMatchObject({
    holds: false,
    note: 'nothing was measured as channel.lag',
  })
})
