// Start to ready, beside the bare cost of starting Node.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { type Finding, median } from './report.ts'

async function bareNodeMs(): Promise<number> {
  const at = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return performance.now() - at
}

export async function benchStart(rounds = 5): Promise<Finding[]> {
  const ready: number[] = []
  const bare: number[] = []
  for (let i = 0; i < rounds; i++) {
    bare.push(await bareNodeMs())
    const at = performance.now()
    await using _ = await launchSimulator()
    ready.push(performance.now() - at)
  }
  const ms = median(ready)
  return [
    { name: 'node -e 0', value: `${median(bare).toFixed(0)} ms` },
    { name: 'start to ready', value: `${ms.toFixed(0)} ms`, goal: '< 2000 ms', holds: ms < 2000 },
    { name: 'start to ready : bare Node', value: (ms / median(bare)).toFixed(1) },
  ]
}
