import { readFileSync } from 'node:fs'

/** Milliseconds that an event loop was held up, and the process's CPU-seconds so far. */
export type LoopDelay = { p50: number; p99: number; p999: number; max: number; cpuS: number }

/** The delays of the event loop of a process with loop-probe.mjs in it since the last time, read from its file. */
export async function loopDelays(pid: number, file: string): Promise<LoopDelay> {
  const linesOf = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const before = linesOf().length
  process.kill(pid, 'SIGUSR2')
  while (linesOf().length === before) await new Promise((resolve) => setTimeout(resolve, 20))
  return JSON.parse(linesOf()[before] as string) as LoopDelay
}
