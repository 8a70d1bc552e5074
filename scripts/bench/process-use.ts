/** What processes use, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** CPU seconds that a process has used, all its threads. */
export function cpuSeconds(pid: number): number {
  return secondsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

/** Resident memory, bytes. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Cores: of the main thread, of other threads, and of the programs that the process started. */
export type Cores = { main: number; threads: number; children: number }

/** Cores that each of some processes uses meanwhile. */
export async function coresOver(pids: readonly number[], durationMs: number): Promise<Cores[]> {
  const before = pids.map(usedBy)
  const at = performance.now()
  await delay(durationMs)
  const seconds = (performance.now() - at) / 1000
  return pids.map(usedBy).map((after, i) => ({
    main: (after.main - before[i]!.main) / seconds,
    threads: (after.threads - before[i]!.threads) / seconds,
    children: (after.children - before[i]!.children) / seconds,
  }))
}

export const sumOf = ({ main, threads, children }: Cores): number => main + threads + children

function usedBy(pid: number): Cores {
  const main = secondsOf(textOf(`/proc/${pid}/task/${pid}/stat`))
  const tasks = readdirSync(`/proc/${pid}/task`)
  const all = tasks.reduce((sum, id) => sum + secondsOf(textOf(`/proc/${pid}/task/${id}/stat`)), 0)
  const children = tasks
    .flatMap((id) => textOf(`/proc/${pid}/task/${id}/children`).split(' '))
    .filter((id) => id.trim() !== '')
    .reduce((sum, id) => sum + secondsOf(textOf(`/proc/${id.trim()}/stat`)), 0)
  return { main, threads: all - main, children }
}

/** utime and stime of a line of `stat` (proc(5)), hundredths of a second there. */
function secondsOf(stat: string): number {
  const fields = stat.split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended since it was listed.
    return ''
  }
}
