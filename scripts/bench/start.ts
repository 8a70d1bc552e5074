// Start to ready, beside the bare cost of starting Node.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

async function bareNodeMs(): Promise<number> {
  const at = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return performance.now() - at
}

/** How long a process's main thread could have run and had no core, from /proc: the delay of a busy machine. */
function waitedMs(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}

export async function benchStart(rounds = sized(5, 1)): Promise<Finding[]> {
  const ready: number[] = []
  const bare: number[] = []
  const waited: number[] = []
  const cpu: number[] = []
  for (let i = 0; i < rounds; i++) {
    bare.push(await bareNodeMs())
    const at = performance.now()
    await using simulator = await launchSimulator()
    ready.push(performance.now() - at)
    waited.push(waitedMs(simulator.pid))
    cpu.push(cpuSeconds(simulator.pid))
  }
  const ms = median(ready)
  return [
    { name: 'node -e 0', value: `${median(bare).toFixed(0)} ms` },
    {
      name: 'start to ready',
      value: `${ms.toFixed(0)} ms, of which its main thread waited ${median(waited).toFixed(0)} ms for a core; ${median(cpu).toFixed(2)} CPU-seconds in all`,
      goal: '< 2000 ms',
      holds: ms < 2000,
    },
    { name: 'start to ready : bare Node', value: (ms / median(bare)).toFixed(1) },
  ]
}
