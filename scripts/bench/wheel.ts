// The fleet's wheel with a million devices at 1 Hz, beside a timer each.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'

const DEVICES = sized(1_000_000, 2000)
const SECONDS = sized(5, 1)
const ROUNDS = sized(3, 1)

/** Result of a process in which this many devices reported for some seconds. */
export type WheelRun = { bytesEach: number; cores: number; reports: number; lateMs: number }

/** Each side in a separate process, so that the memory of one does not affect the other. */
export async function benchWheel(): Promise<Finding[]> {
  const wheel: WheelRun[] = []
  const timers: WheelRun[] = []
  for (let round = 0; round < ROUNDS; round++) {
    wheel.push(await run('wheel'))
    timers.push(await run('timers'))
  }
  const of = (runs: readonly WheelRun[], pick: (run: WheelRun) => number) => median(runs.map(pick))
  const text = (runs: readonly WheelRun[]) =>
    `${of(runs, ({ bytesEach }) => bytesEach).toFixed(0)} bytes a device, ${of(runs, ({ cores }) => cores).toFixed(3)} of a core, ${rate(of(runs, ({ reports }) => reports) / SECONDS)} reports/s, up to ${of(runs, ({ lateMs }) => lateMs).toFixed(0)} ms late`
  const bytes = of(wheel, ({ bytesEach }) => bytesEach)
  const cores = of(wheel, ({ cores: each }) => each)
  // Per report: timers that cannot keep up report less often.
  const cost = ({ cores: each, reports }: WheelRun) => each / reports
  const ratio = median(wheel.map((each, round) => cost(timers[round]!) / cost(each)))
  return [
    { name: 'a timer each', value: text(timers) },
    {
      name: 'the wheel',
      value: text(wheel),
      goal: '≤ 64 bytes, ≤ 0.1 of a core',
      holds: bytes <= 64 && cores <= 0.1,
    },
    {
      name: 'CPU of a report, timers : wheel',
      value: ratio.toFixed(1),
      goal: '≥ 10',
      holds: ratio >= 10,
    },
  ]
}

async function run(kind: 'wheel' | 'timers'): Promise<WheelRun> {
  const child = fork(join(import.meta.dirname, 'wheel-run.mjs'), [kind, String(DEVICES), String(SECONDS)], {
    execArgv: ['--expose-gc', '--max-old-space-size=4096'],
  })
  const [found] = (await once(child, 'message')) as [WheelRun]
  return found
}
