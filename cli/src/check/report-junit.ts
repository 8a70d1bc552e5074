import { escaped } from '../scenario/junit.ts'
import type { CheckReport, Origin, Subject } from './report.ts'
import { differenceLine } from './report-lines.ts'

/** A report as JUnit XML: a suite of stated and one of assumed parts, a case for each call, message and stream. */
export function reportJunit(report: CheckReport): string {
  const { subjects, lastedMs, leftBehind } = report
  const suites = (['stated', 'assumed'] as const).map((origin) =>
    suite(
      origin,
      subjects.filter((subject) => subject.origin === origin),
      report,
    ),
  )
  const left = leftBehind.map((what) => caseOf(`left behind: ${what}`, 'write', '', failure(what, what)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escaped(`check of ${report.platform}`)}" ${countsOf(subjects, leftBehind.length)} time="${lastedMs / 1000}">
${suites.join('\n')}
${left.length === 0 ? '' : `  <testsuite name="left behind" tests="${left.length}" failures="${left.length}" skipped="0">\n${left.join('\n')}\n  </testsuite>\n`}</testsuites>
`
}

function suite(origin: Origin, subjects: readonly Subject[], { account, adapter }: CheckReport): string {
  const properties = Object.entries({ account, adapter })
    .map(([name, value]) => `      <property name="${name}" value="${escaped(value)}"/>`)
    .join('\n')
  return `  <testsuite name="${origin}" ${countsOf(subjects, 0)}>
    <properties>
${properties}
    </properties>
${subjects.map(subjectCase).join('\n')}
  </testsuite>`
}

function countsOf(subjects: readonly Subject[], more: number): string {
  const failed = subjects.filter(isFailed).length + more
  const skipped = subjects.filter(({ notTried }) => notTried !== undefined).length
  return `tests="${subjects.length + more}" failures="${failed}" skipped="${skipped}"`
}

const isFailed = ({ differences }: Subject) => differences.some(({ counts }) => counts)

function subjectCase(subject: Subject): string {
  const { name, kind, tookMs, notTried, differences } = subject
  const time = tookMs === undefined ? '' : ` time="${tookMs / 1000}"`
  if (notTried !== undefined) return caseOf(name, kind, time, `<skipped message="${escaped(notTried)}"/>`)
  if (differences.length === 0) return caseOf(name, kind, time, '')
  const text = differences.map(differenceLine).join('\n')
  const inside = isFailed(subject)
    ? failure(`${differences.length} difference${differences.length === 1 ? '' : 's'}`, text)
    : `<system-out>${escaped(text)}</system-out>`
  return caseOf(name, kind, time, inside)
}

const failure = (message: string, text: string) =>
  `<failure message="${escaped(message)}">${escaped(text)}</failure>`

function caseOf(name: string, kind: string, time: string, inside: string): string {
  const head = `    <testcase name="${escaped(name)}" classname="check.${kind}"${time}`
  return inside === '' ? `${head}/>` : `${head}>\n      ${inside}\n    </testcase>`
}
