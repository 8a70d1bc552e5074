import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scenario } from '@backlot/simulator/scenario/scenario'
import { runVirtual } from '@backlot/simulator/scenario-runs/virtual/run-virtual'
import { bisectLines } from './bisect-lines.ts'
import { type Bisection, bisectLogs } from './bisect-logs.ts'

/** A seed that was run twice here, and where its event logs part. */
export type Repeat = { seed: number; bisection: Bisection }

/** Runs a scenario with a seed twice and compares the event logs: whether a failure repeats to the last event. */
export async function repeatSeed(
  scenario: Scenario,
  seed: number,
  start: string | undefined,
): Promise<Repeat> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-repeat-'))
  try {
    const paths = [join(folder, 'first.jsonl'), join(folder, 'second.jsonl')] as const
    for (const path of paths) {
      const file = openSync(path, 'w')
      try {
        await runVirtual(scenario, {
          seed,
          ...(start !== undefined && { start }),
          log: (text: string) => void writeSync(file, text),
        })
      } finally {
        closeSync(file)
      }
    }
    return { seed, bisection: await bisectLogs(...paths) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function repeatLines({ seed, bisection }: Repeat): string[] {
  const { parting, lines } = bisection
  return parting
    ? [`seed ${seed} run twice here: its events part, so it does not repeat`, ...bisectLines(bisection)]
    : [`seed ${seed} run twice here: all ${lines} events are the same, so it repeats`]
}
