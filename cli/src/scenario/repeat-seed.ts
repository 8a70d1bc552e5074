import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scenario } from '@backlot/simulator/scenario/scenario'
import type { RunResult } from '@backlot/simulator/scenario/verdict'
import { runVirtual } from '@backlot/simulator/scenario-runs/virtual/run-virtual'
import { bisectLines } from './bisect-lines.ts'
import { type Bisection, bisectLogs } from './bisect-logs.ts'

/** A failed seed of a sweep, run twice more on this machine. */
export type Repeat = {
  seed: number
  /** The event logs of the two runs. */
  bisection: Bisection
  /** Whether the verdicts are those of the sweep, where another machine may have run it. */
  isAsInSweep: boolean
}

/** Runs a failed seed of a sweep twice: whether its failure repeats to the last event. */
export async function repeatSeed(
  scenario: Scenario,
  { seed, verdicts }: Pick<RunResult, 'seed' | 'verdicts'>,
  start: string | undefined,
): Promise<Repeat> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-repeat-'))
  try {
    const paths = [join(folder, 'first.jsonl'), join(folder, 'second.jsonl')] as const
    let isAsInSweep = true
    for (const path of paths) {
      const file = openSync(path, 'w')
      try {
        const result = await runVirtual(scenario, {
          seed,
          ...(start !== undefined && { start }),
          log: (text: string) => void writeSync(file, text),
        })
        isAsInSweep &&= JSON.stringify(result.verdicts) === JSON.stringify(verdicts)
      } finally {
        closeSync(file)
      }
    }
    // The files are removed: nobody could look there.
    const bisection = { ...(await bisectLogs(...paths)), a: 'the first run', b: 'the second run' }
    return { seed, bisection, isAsInSweep }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function repeatLines({ seed, bisection, isAsInSweep }: Repeat): string[] {
  const twice = `seed ${seed} run twice here:`
  if (bisection.parting) return [`${twice} its events part, so it does not repeat`, ...bisectLines(bisection)]
  const same = `${twice} all ${bisection.lines} events are the same`
  return [
    isAsInSweep
      ? `${same}, and so are the verdicts: it repeats`
      : `${same}, but the verdicts are not those of the sweep: it does not repeat on this machine`,
  ]
}
