import { type Load, loadFor } from './load-client.ts'
import { cpuSeconds } from './process-use.ts'
import { sized } from './size.ts'

export type Contestant = {
  name: string
  pid: number
  host: string
  port: number
  requests: readonly Buffer[]
}
export type Measured = { name: string; perCpuSecond: number; perSecond: number; errors: number }

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number

/**
 * Replies per CPU-second of each contestant, in alternating slices; the ratios are medians over the rounds of each
 * against the first, so that a noisy moment touches all of them.
 */
export async function alternate(
  contestants: readonly Contestant[],
  { rounds = sized(5, 1), sliceMs = sized(1500, 300), sockets = 16 } = {},
): Promise<{ measured: Measured[]; ratios: number[] }> {
  const results: { load: Load; cpu: number }[][] = contestants.map(() => [])
  for (const c of contestants) await loadFor(c, sockets, 500)
  for (let round = 0; round < rounds; round++) {
    for (const [i, c] of contestants.entries()) {
      const before = cpuSeconds(c.pid)
      const load = await loadFor(c, sockets, sliceMs)
      results[i]?.push({ load, cpu: cpuSeconds(c.pid) - before })
    }
  }
  const rates = results.map((slices) => slices.map((s) => s.load.replies / Math.max(0.01, s.cpu)))
  return {
    measured: contestants.map((c, i) => ({
      name: c.name,
      perCpuSecond: median(rates[i] as number[]),
      perSecond: median((results[i] ?? []).map((s) => s.load.replies / s.load.seconds)),
      errors: (results[i] ?? []).reduce((sum, s) => sum + s.load.errors, 0),
    })),
    ratios: rates.map((list) => median(list.map((rate, round) => rate / (rates[0]?.[round] as number)))),
  }
}
