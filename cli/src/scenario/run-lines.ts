import { durationText } from '@backlot/contract/control/duration'
import type { RunResult, Verdict } from '@backlot/simulator/scenario/verdict'

const SIGNS = { held: '✓', failed: '✗', skipped: '–' } as const

/** A verdict in one line. */
export function verdictLine({ atMs, outcome, text, seen, kind, file, line }: Verdict): string {
  const where = outcome === 'failed' ? `  (${file}:${line})` : ''
  const what = kind === 'act' ? `${text} could not be done` : text
  return `  ${SIGNS[outcome]} ${durationText(atMs).padStart(8)}  ${what} — ${seen}${where}`
}

/** How a run ended; a failed one with what it takes to see it again. */
export function resultLines(result: RunResult): string[] {
  const { held, failed, skipped, lastedMs, scenario, seed, start } = result
  const counts = `${held} held, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  const lines = [`${scenario}: ${counts} in ${durationText(lastedMs)} of platform time`]
  if (failed > 0) {
    lines.push(`seed ${seed}, began ${start}`, `again: ${againCommand(result)}`)
  }
  return lines
}

/** One command that does the same again. */
export function againCommand({ file, seed, start, mode, speed }: RunResult): string {
  const virtual = mode === 'virtual' ? ' --virtual' : ''
  const pace = speed === undefined ? '' : ` --speed ${speed}`
  return `npx backlot run ${quoted(file)}${virtual} --seed ${seed} --start '${start}'${pace}`
}

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
