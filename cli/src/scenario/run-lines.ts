import { durationText } from '@backlot/contract/control/duration'
import type { RunResult, Verdict } from '@backlot/simulator/scenario/verdict'
import type { Note } from '@backlot/simulator/scenario-runs/run-timeline'
import { faultAddCommand, faultLine } from './fault-lines.ts'
import { quoted } from './quoted.ts'

const SIGNS = { held: '✓', failed: '✗', skipped: '–' } as const

type ShownVerdict = Pick<Verdict, 'atMs' | 'outcome' | 'text' | 'seen' | 'kind' | 'file' | 'line'>

/** A verdict in one line. */
export function verdictLine({ atMs, outcome, text, seen, kind, file, line }: ShownVerdict): string {
  const where = outcome === 'failed' ? `  (${file}:${line})` : ''
  const what = kind === 'act' ? `${text} could not be done` : text
  return `  ${SIGNS[outcome]} ${durationText(atMs).padStart(8)}  ${what} — ${seen}${where}`
}

/** A note in one line, with where to look. */
export function noteLine({ atMs, en }: Note): string {
  return `  » ${durationText(atMs).padStart(8)}  ${en}`
}

/** What an action did, in one line. */
export function actLine(name: string, atMs: number, done: string): string {
  return `  → ${durationText(atMs).padStart(8)}  ${name}: ${done}`
}

/** Result of a run; a failed one with the facts needed to repeat it. */
export function resultLines(result: RunResult): string[] {
  const { held, failed, skipped, lastedMs, scenario } = result
  const counts = `${held} held, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  const lines = [`${scenario}: ${counts} in ${durationText(lastedMs)} of platform time`]
  return failed > 0 ? [...lines, ...failureLines(result)] : lines
}

/** Circumstances in which a run failed, and one command that repeats it. */
export function failureLines(result: RunResult): string[] {
  const { seed, start, verdicts, faults, mode, zoneMinutes } = result
  const first = verdicts.find(({ outcome }) => outcome === 'failed')
  const machine = first?.machineTime === undefined ? '' : ` (machine: ${first.machineTime})`
  const when = first ? `, failed at ${first.platformTime}${machine}` : ''
  return [
    `seed ${seed}, began ${start}${when}`,
    ...faults.map((fault) => faultLine(fault, mode === 'real', zoneMinutes)),
    `again: ${againCommand(result)}`,
  ]
}

/** One command that does the same again; faults that were there before the run come first. */
export function againCommand({
  file,
  seed,
  start,
  mode,
  speed,
  against,
  reports,
  faults,
}: RunResult): string {
  const earlier = faults.filter(({ isEarlier }) => isEarlier).map((fault) => faultAddCommand(fault, against))
  const run = [
    'npx backlot run',
    quoted(file),
    ...(mode === 'virtual' ? ['--virtual'] : []),
    // A platform that is up has its seed.
    ...(against === undefined ? [`--seed ${seed}`] : [`--against ${quoted(against)}`]),
    `--start '${start}'`,
    ...(speed === undefined ? [] : [`--speed ${speed}`]),
    ...(reports === undefined || reports === '10m' ? [] : [`--reports ${quoted(reports)}`]),
  ].join(' ')
  return [...earlier, run].join(' && ')
}
