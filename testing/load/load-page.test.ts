import { expect, test } from 'vitest'
import { loadPage } from './load-page.ts'
import { loadReport } from './load-report.ts'
import { Measures } from './measures.ts'

test('a report is one page that asks for nothing else, with every series, verdict and plot', () => {
  const measures = new Measures()
  for (let second = 1; second <= 5; second++) {
    for (let ms = 1; ms <= 20; ms++) measures.time('http', ms * second)
    measures.tick(second, 3)
  }
  measures.count('http.errors')
  measures.note('<b>refused</b>')
  const order = { url: 'http://127.0.0.1:1', operators: 3, profileName: 'map', seed: 1 }
  const verdicts = [{ threshold: 'http.p99<5', value: 99, holds: false }]
  const report = loadReport(order, { seconds: 5, measures, verdicts, passed: false })
  expect(report.series['http']).toMatchObject({ count: 100, min: 1, max: expect.closeTo(100, 0) })
  expect(report.timeline).toHaveLength(5)
  const page = loadPage(report)
  expect(page.match(/<svg/g)).toHaveLength(5)
  expect(page).not.toMatch(/<script|src=|href=|url\(|@import/)
  expect(page).toContain('http.p99&lt;5')
  expect(page).toContain('&lt;b&gt;refused&lt;/b&gt;')
  expect(page).not.toContain('NaN')
})
