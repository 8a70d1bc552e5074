import { durationText } from '@backlot/contract/control/duration'
import type { RunResult } from '@backlot/simulator/scenario/verdict'
import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import { againCommand, failureLines } from './run-lines.ts'

/** A run as JUnit XML: a suite, each expectation a case, time in seconds of the platform. */
export function junitXml(result: RunResult): string {
  const { scenario, verdicts, failed, skipped, lastedMs } = result
  const counts = `tests="${verdicts.length}" failures="${failed}" skipped="${skipped}" time="${lastedMs / 1000}"`
  const properties = Object.entries({
    seed: result.seed,
    start: result.start,
    mode: result.mode,
    file: result.file,
    ...(failed > 0 ? { again: againCommand(result) } : {}),
  })
    .map(([name, value]) => `      <property name="${name}" value="${escaped(String(value))}"/>`)
    .join('\n')
  const cases = verdicts
    .map(({ text, outcome, seen, atMs, file, line }) => {
      const head = `    <testcase name="${escaped(`${durationText(atMs)} ${text}`)}" classname="${escaped(scenario)}" file="${escaped(file)}" line="${line}" time="0"`
      if (outcome === 'held') return `${head}/>`
      const inside =
        outcome === 'failed'
          ? `<failure message="${escaped(`seen: ${seen}`)}">${escaped(`${file}:${line}: ${text}\nseen: ${seen}`)}</failure>`
          : `<skipped message="${escaped(seen)}"/>`
      return `${head}>\n      ${inside}\n    </testcase>`
    })
    .join('\n')
  const told = failed > 0 ? `    <system-out>${escaped(failureLines(result).join('\n'))}</system-out>\n` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escaped(scenario)}" ${counts}>
    <properties>
${properties}
    </properties>
${cases}
${told}  </testsuite>
</testsuites>
`
}

/** A sweep as JUnit XML: a case for each seed, time in seconds of the platform. */
export function sweepJunitXml(scenario: string, outcomes: readonly SeedOutcome[]): string {
  const cases = outcomes
    .toSorted((one, other) => one.seed - other.seed)
    .map((outcome) => {
      const isBroken = 'error' in outcome
      const time = isBroken ? 0 : outcome.result.lastedMs / 1000
      const head = `    <testcase name="seed ${outcome.seed}" classname="${escaped(scenario)}" time="${time}"`
      if (isBroken)
        return {
          kind: 'error',
          xml: `${head}>\n      <error message="${escaped(outcome.error)}"/>\n    </testcase>`,
        }
      if (outcome.result.failed === 0) return { kind: 'passed', xml: `${head}/>` }
      const text = failureLines(outcome.result).join('\n')
      const message = outcome.result.verdicts.find((verdict) => verdict.outcome === 'failed')?.text ?? ''
      return {
        kind: 'failed',
        xml: `${head}>\n      <failure message="${escaped(message)}">${escaped(text)}</failure>\n    </testcase>`,
      }
    })
  const count = (wanted: string) => cases.filter(({ kind }) => kind === wanted).length
  const counts = `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escaped(scenario)}" ${counts}>
${cases.map(({ xml }) => xml).join('\n')}
  </testsuite>
</testsuites>
`
}

/** Text in XML 1.0: characters it cannot carry are left out. */
export function escaped(text: string): string {
  return [...text]
    .filter((letter) => letter >= ' ' || letter === '\n' || letter === '\t')
    .join('')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '&#10;')
}
