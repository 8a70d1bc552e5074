import type { CheckReport, Difference, OriginSums, Subject } from './report.ts'
import { KIND_NAMES, placesText } from './report-lines.ts'

/** A report as one HTML file: no scripts, no fonts, nothing fetched. */
export function reportPage(report: CheckReport): string {
  const { platform, account, adapter, clean, subjects, sums, settings, leftBehind } = report
  const verdict = clean ? 'matches the contract' : 'differs'
  const seconds = (report.lastedMs / 1000).toFixed(1)
  const said = [
    settings.write ? 'with writing calls' : 'only reading calls',
    settings.strict ? 'strict' : 'assumed calls do not count',
    settings.slowMs === null ? 'times only measured' : `at most ${settings.slowMs} ms`,
    ...(settings.only.length > 0 ? [`only ${settings.only.join(', ')}`] : []),
    ...(settings.allow.length > 0 ? [`allowed: ${settings.allow.join(', ')}`] : []),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Check of ${text(platform)}</title><style>${STYLE}</style></head><body><main>
<header><h1>${text(platform)} <span class="verdict ${clean ? 'good' : 'bad'}">${verdict}</span></h1>
<p class="faint">Signed in as <b>${text(account)}</b>, adapter <b>${text(adapter)}</b>, ${text(said.join(' · '))}. ${text(report.startedAt.slice(0, 19).replace('T', ' '))} UTC, ${seconds} s.</p></header>
<div class="cards">${card('Stated', sums.stated)}${card('Assumed', sums.assumed)}</div>
${leftBehind.length === 0 ? '' : `<p class="left"><b>Left behind on the platform:</b> ${text(leftBehind.join(', '))}</p>`}
<fieldset class="show"><legend>Show</legend>
<label><input type="radio" name="show" id="show-different"${subjects.some(isDifferent) ? ' checked' : ''}> differences</label>
<label><input type="radio" name="show" id="show-tried"${subjects.some(isDifferent) ? '' : ' checked'}> everything tried</label>
<label><input type="radio" name="show" id="show-all"> also what was not tried</label></fieldset>
${group('Stated', subjects, 'stated')}
${group('Assumed', subjects, 'assumed')}
</main></body></html>
`
}

const isDifferent = ({ differences }: Subject) => differences.length > 0

function card(title: string, sums: OriginSums): string {
  const found = Object.entries(sums.differences).filter(([, count]) => count > 0)
  const chips = found
    .map(
      ([kind, count]) =>
        `<span class="chip k-${kind}">${count} ${KIND_NAMES[kind as Difference['kind']]}</span>`,
    )
    .join('')
  const share = sums.tried === 0 ? 0 : (100 * sums.clean) / sums.tried
  return `<section class="card"><h2>${title}</h2>
<p class="big">${sums.clean}<small> of ${sums.tried} match</small></p>
<div class="bar" role="img" aria-label="${share.toFixed(0)} %"><i style="width:${share.toFixed(2)}%"></i></div>
<p class="faint">${sums.fields.toLocaleString('en')} fields present${sums.notTried > 0 ? ` · ${sums.notTried} not tried` : ''}</p>
<p class="chips">${chips || '<span class="faint">no difference</span>'}</p></section>`
}

function group(title: string, subjects: readonly Subject[], origin: Subject['origin']): string {
  const own = subjects.filter((subject) => subject.origin === origin)
  if (own.length === 0) return ''
  // Subjects with differences first; otherwise by name.
  const sorted = [...own].sort((a, b) => rank(a) - rank(b))
  const quiet = own.some(isDifferent) ? '' : '<p class="faint none">No differences.</p>'
  return `<section class="group"><h2>${title}</h2>${quiet}${sorted.map(row).join('\n')}</section>`
}

const rank = ({ differences, notTried }: Subject) => (differences.length > 0 ? 0 : notTried ? 2 : 1)

function row(subject: Subject): string {
  const { name, where, kind, notTried, tookMs, count, present, facts } = subject
  const state = notTried ? 'skipped' : isDifferent(subject) ? 'different' : 'clean'
  const counts = subject.differences.some((difference) => difference.counts)
  const sign = { skipped: '·', different: counts ? '✗' : '–', clean: '✓' }[state]
  const about =
    notTried ??
    [...facts, ...(present.length > 0 && facts.length === 0 ? [fieldsText(present.length)] : [])].join(' · ')
  const times = [...(count > 1 ? [`${count}×`] : []), ...(tookMs === undefined ? [] : [`${tookMs} ms`])].join(
    ' · ',
  )
  const head = `<span class="sign" aria-hidden="true">${sign}</span><b>${text(name)}</b><code>${text(where || kind)}</code><span class="about">${text(about)}</span><span class="n">${times}</span>`
  const detail = detailOf(subject)
  if (detail === '') return `<div class="row ${state}"><div class="head">${head}</div></div>`
  return `<details class="row ${state}${counts ? ' counts' : ''}"${state === 'different' ? ' open' : ''}><summary class="head">${head}</summary>${detail}</details>`
}

const fieldsText = (count: number) => (count === 1 ? '1 field' : `${count} fields`)

function detailOf({ differences, present, absent, whenMissing }: Subject): string {
  const lacks = differences.some(({ kind }) => kind === 'lacking')
  const table =
    differences.length === 0
      ? ''
      : `<table><thead><tr><th>difference</th><th>field</th><th>expected</th><th>found</th></tr></thead><tbody>${differences.map(line).join('')}</tbody></table>`
  const without = lacks && whenMissing ? `<p class="faint">Without it, ${text(whenMissing)}.</p>` : ''
  return table + without + fieldList('Present', present) + fieldList('Optional, not found', absent)
}

function fieldList(title: string, fields: readonly string[]): string {
  if (fields.length === 0) return ''
  return `<p class="faint fields">${title}: ${fields.map((field) => `<code>${text(field)}</code>`).join(' ')}</p>`
}

function line(difference: Difference): string {
  const { kind, field, expected, seen, counts } = difference
  const places = placesText(difference).trim()
  return `<tr><td><span class="chip k-${kind}">${KIND_NAMES[kind]}</span>${counts ? '' : ' <small>does not count</small>'}</td><td><code>${text(field || '(whole)')}</code></td><td>${text(expected)}</td><td>${text(seen)}${places ? ` <small>${text(places)}</small>` : ''}</td></tr>`
}

function text(given: string): string {
  return given.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

const STYLE = `
:root{color-scheme:light dark;--line:#8883;--faint:#6b7480;--good:#23834a;--bad:#c23b3b;--warn:#a86a14;--card:#8881}
@media (prefers-color-scheme:dark){:root{--faint:#98a2ad;--good:#4fbf7d;--bad:#ef7b7b;--warn:#e0a552}}
*{box-sizing:border-box}
body{margin:0;font:14px/1.5 system-ui,sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 24px 60px}
h1{font-size:22px;font-weight:600;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:15px;font-weight:600;margin:0}
.verdict{font-size:13px;font-weight:500;padding:3px 10px;border-radius:12px;border:1px solid;vertical-align:middle;margin-left:8px;white-space:nowrap}
.good{color:var(--good)}.bad{color:var(--bad)}.faint,small{color:var(--faint);font-weight:400}
header p{margin:0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(340px,1fr));gap:16px;margin:20px 0}
.card{padding:14px 16px;border:1px solid var(--line);border-radius:8px;background:var(--card)}
.card p{margin:0}
.big{font-size:26px;font-weight:600;font-variant-numeric:tabular-nums}.big small{font-size:14px}
.bar{height:6px;border-radius:3px;background:color-mix(in srgb,var(--bad) 55%,transparent);margin:6px 0 8px;overflow:hidden}.bar i{display:block;height:100%;background:var(--good)}
.chips{display:flex;flex-wrap:wrap;gap:6px;margin-top:8px!important;min-height:24px}
.chip{display:inline-block;font-size:12px;line-height:20px;padding:0 8px;border-radius:10px;border:1px solid;white-space:nowrap;color:var(--bad)}
.k-extra,.k-slower,.k-range{color:var(--warn)}
.left{padding:10px 14px;border:1px solid var(--bad);border-radius:8px}
.show{border:0;padding:0;margin:0 0 8px;display:flex;gap:18px;flex-wrap:wrap}.show legend{float:left;margin-right:4px;padding:0;color:var(--faint)}
label{cursor:pointer}
.group{margin-top:20px}.group>h2{margin-bottom:6px}
.row{border-bottom:1px solid var(--line)}
.head{display:grid;grid-template-columns:16px minmax(190px,240px) minmax(160px,1fr) minmax(140px,1fr) 92px;gap:10px;align-items:baseline;padding:6px 4px;list-style:none}
summary.head{cursor:pointer}summary.head::-webkit-details-marker{display:none}summary.head:hover{background:var(--card)}
.head b{font-weight:500;overflow-wrap:anywhere}.head code{color:var(--faint);overflow-wrap:anywhere}.about{color:var(--faint)}
.n{text-align:right;font-variant-numeric:tabular-nums;color:var(--faint);white-space:nowrap}
.clean .sign{color:var(--good)}.different .sign{color:var(--warn)}.counts .sign{color:var(--bad)}.skipped{color:var(--faint)}
code{font:12px/1.5 ui-monospace,monospace}
table{border-collapse:collapse;table-layout:fixed;width:calc(100% - 30px);margin:2px 0 10px 30px}
td,th{padding:4px 10px 4px 0;text-align:left;font-weight:400;vertical-align:top;overflow-wrap:anywhere}
th{color:var(--faint);font-size:12px}th:first-child{width:16%}th:nth-child(2){width:30%}th:nth-child(3){width:27%}td:first-child{white-space:nowrap}
details p{margin:0 0 10px 30px}details p code{margin-right:6px}
.none{display:none}
body:has(#show-different:checked) :is(.clean,.skipped){display:none}
body:has(#show-different:checked) .none{display:block}
body:has(#show-different:checked) .fields{display:none}
body:has(#show-tried:checked) .skipped{display:none}
@media (max-width:760px){.head{grid-template-columns:16px 1fr 80px}.head code,.about{grid-column:2/-1}.head .n{grid-row:1;grid-column:3}}
@media print{.show{display:none}}
`
