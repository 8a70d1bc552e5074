import { escaped, linePlot } from './line-plot.ts'
import type { LoadReport, SeriesSummary } from './load-report.ts'

const BLUE = '#2f7fd6'
const ORANGE = '#d9822b'
const RED = '#cc3d3d'
const GREEN = '#2f9e5b'

/** A report as one HTML file: no scripts, no fonts, nothing fetched. */
export function loadPage(report: LoadReport): string {
  const x = report.timeline.map(({ at }) => at)
  const over = <
    Key extends 'requests' | 'errors' | 'p50' | 'p99' | 'operators' | 'frames' | 'alarms' | 'lagP99',
  >(
    key: Key,
  ) => report.timeline.map((second) => second[key])
  const plots = [
    linePlot({
      title: 'Requests',
      unit: 'a second',
      x,
      xUnit: 'seconds',
      lines: [
        { name: 'answered', values: over('requests'), colour: BLUE },
        { name: 'failed', values: over('errors'), colour: RED },
      ],
    }),
    linePlot({
      title: 'Time to answer',
      unit: 'ms',
      x,
      xUnit: 'seconds',
      lines: [
        { name: 'p50', values: over('p50'), colour: GREEN },
        { name: 'p99', values: over('p99'), colour: ORANGE },
      ],
    }),
    linePlot({
      title: 'Channel',
      unit: 'a second',
      x,
      xUnit: 'seconds',
      lines: [
        { name: 'frames', values: over('frames'), colour: BLUE },
        { name: 'alarms', values: over('alarms'), colour: ORANGE },
      ],
    }),
    linePlot({
      title: 'Channel lag, p99',
      unit: 'ms',
      x,
      xUnit: 'seconds',
      lines: [{ name: 'lag', values: over('lagP99'), colour: ORANGE }],
    }),
    distributionPlot('Distribution of answers', report.series['http']),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Load report: ${escaped(report.target)}</title><style>${STYLE}</style></head><body><main>
<h1>Load report <span class="${report.passed ? 'good' : 'bad'}">${report.passed ? 'passed' : 'failed'}</span></h1>
<p>${report.operators} operators with the profile <b>${escaped(report.profile)}</b> on <b>${escaped(report.target)}</b> for ${report.seconds.toFixed(1)} s, seed ${report.seed}.</p>
${thresholdTable(report)}
<div class="plots">${plots.join('')}</div>
${seriesTable(report)}
${counterTable(report)}
${failureTable(report)}
</main></body></html>
`
}

function distributionPlot(title: string, series: SeriesSummary | undefined): string {
  if (!series) return ''
  // Every ninth (90, 99, 99.9 %) is as wide as the one before it.
  const points = series.distribution.filter(([p]) => p < 100)
  return linePlot({
    title,
    unit: 'ms',
    x: points.map(([p]) => -Math.log10(1 - p / 100)),
    xUnit: 'nines (1 is 90 %, 2 is 99 %)',
    lines: [{ name: 'http', values: points.map(([, ms]) => ms), colour: BLUE }],
  })
}

function thresholdTable({ verdicts }: LoadReport): string {
  if (verdicts.length === 0) return '<p class="faint">No thresholds were set.</p>'
  const rows = verdicts.map(({ threshold, value, holds, note }) => [
    `<td>${escaped(threshold)}</td><td class="n">${number(value)}</td><td class="${holds ? 'good' : 'bad'}">${holds ? 'holds' : 'broken'}${note ? ` <small>${escaped(note)}</small>` : ''}</td>`,
  ])
  return table('Thresholds', ['threshold', 'measured', ''], rows.flat())
}

function seriesTable({ series }: LoadReport): string {
  const rows = Object.entries(series).map(
    ([name, s]) =>
      `<td>${escaped(name)}</td>${[s.count, s.mean, s.p50, s.p90, s.p95, s.p99, s.max].map((value) => `<td class="n">${number(value)}</td>`).join('')}`,
  )
  return table('Times, ms', ['series', 'count', 'mean', 'p50', 'p90', 'p95', 'p99', 'max'], rows)
}

function counterTable({ counters }: LoadReport): string {
  const rows = Object.entries(counters).map(
    ([name, value]) => `<td>${escaped(name)}</td><td class="n">${number(value)}</td>`,
  )
  return table('Counters', ['counter', ''], rows)
}

function failureTable({ failures }: LoadReport): string {
  if (failures.length === 0) return ''
  const rows = failures.map(({ message, count }) => `<td>${escaped(message)}</td><td class="n">${count}</td>`)
  return table('Failures', ['what', 'times'], rows)
}

function table(title: string, heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text, i) => `<th${i > 0 ? ' class="n"' : ''}>${text}</th>`).join('')
  return `<h2>${title}</h2><table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
}

function number(value: number): string {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--faint:#7a8390}
body{margin:0;font:14px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 24px 60px}
h1{font-size:24px;font-weight:600;margin:0 0 4px} h1 span{font-size:14px;padding:3px 10px;border-radius:12px;vertical-align:middle;margin-left:8px;border:1px solid}
h2{font-size:15px;margin:28px 0 8px}
.good{color:#2f9e5b}.bad{color:#cc3d3d}.faint,small{color:var(--faint);font-weight:400}
table{border-collapse:collapse;width:100%} td,th{padding:5px 10px;border-bottom:1px solid var(--line);text-align:left;font-weight:400}
th{color:var(--faint);font-size:12px} td:first-child{overflow-wrap:anywhere} .n{text-align:right;font-variant-numeric:tabular-nums}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(440px,1fr));gap:16px;margin-top:20px}
figure{margin:0;padding:12px 14px 6px;border:1px solid var(--line);border-radius:8px}
figcaption{display:flex;gap:8px;align-items:baseline;flex-wrap:wrap}
.key{font-size:12px;color:var(--faint)} .key:first-of-type{margin-left:auto} .key i{display:inline-block;width:10px;height:3px;margin-right:5px;vertical-align:middle}
svg{width:100%;height:auto;display:block} .grid{stroke:var(--line)} .tick{font-size:11px;fill:var(--faint)}
`
