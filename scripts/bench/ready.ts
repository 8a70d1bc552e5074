// A platform in the process of a test: how soon it is ready, compared with the least that any server with a database
// needs.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

type Run = { ms: number; cpuMs: number }
type Runs = { importMs: number; first: Run; five: Run; bare: Run[]; soonest: Run[]; withPast: Run[] }

const ROUNDS = sized(9, 1)

export async function benchReady(): Promise<Finding[]> {
  const program = join(import.meta.dirname, 'ready-runs.mjs')
  const text = execFileSync(process.execPath, [program, String(ROUNDS)], { encoding: 'utf8' })
  const runs = JSON.parse(text) as Runs
  const of = (list: readonly Run[]) => ({
    ms: median(list.map(({ ms }) => ms)),
    cpuMs: median(list.map(({ cpuMs }) => cpuMs)),
  })
  const said = ({ ms, cpuMs }: Run) => `${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU`
  const soonest = of(runs.soonest)
  return [
    { name: 'import, once', value: `${runs.importMs.toFixed(0)} ms` },
    { name: 'first platform of the process, its city read or built', value: said(runs.first) },
    {
      name: 'another one, without past alarms, pictures when asked',
      value: said(soonest),
      goal: '< 500 ms',
      holds: soonest.ms < 500,
    },
    { name: 'with the week of alarms before it', value: said(of(runs.withPast)) },
    { name: 'five at once', value: said(runs.five) },
    { name: 'Express and SQLite, nothing else', value: said(of(runs.bare)) },
  ]
}
