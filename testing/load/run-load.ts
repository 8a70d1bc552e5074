import { setMaxListeners } from 'node:events'
import { Measures, type Second } from './measures.ts'
import type { Profile } from './profiles.ts'
import { createRandom } from './random.ts'
import { judge, type Threshold, type Verdict } from './thresholds.ts'
import { type Account, VirtualOperator } from './virtual-operator.ts'

export type LoadOrder = {
  url: string
  operators: number
  /** Those of them who work here; left out: all. */
  slice?: { from: number; size: number }
  /** How long the run has gone on already. */
  elapsedMs?: number
  forMs: number
  /** Operators arrive evenly over this time. */
  rampMs: number
  profileName: string
  profile: Profile
  seed: number
  /** Taken in turn. */
  accounts: readonly Account[]
  thresholds: readonly Threshold[]
  readCode(verifyKey: string): Promise<string>
  /** Ends it before its time. */
  signal?: AbortSignal
  onSecond?(second: Second, measures: Measures): void
}

export type LoadResult = { seconds: number; measures: Measures; verdicts: Verdict[]; passed: boolean }

/** Longest time for actions still in progress when the time is over. */
const GRACE_MS = 20_000

/** Lets virtual operators work on a platform for a time. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const measures = new Measures()
  const stop = new AbortController()
  // Every operator listens.
  setMaxListeners(0, stop.signal)
  const end = () => stop.abort()
  order.signal?.addEventListener('abort', end, { once: true })
  if (order.signal?.aborted) end()
  const { slice = { from: 0, size: order.operators }, elapsedMs = 0 } = order
  const beganMs = performance.now() - elapsedMs
  const elapsedS = () => (performance.now() - beganMs) / 1000
  const timer = setTimeout(end, Math.max(0, order.forMs - elapsedMs))
  let present = 0
  const ticker = setInterval(
    () => order.onSecond?.(measures.tick(Math.round(elapsedS()), present), measures),
    1000,
  )
  const people = Array.from({ length: slice.size }, async (_, at) => {
    const i = slice.from + at
    await delay(Math.max(0, (order.rampMs * i) / order.operators - elapsedMs), stop.signal)
    if (stop.signal.aborted) return
    const operator = new VirtualOperator({
      url: order.url,
      account: order.accounts[i % order.accounts.length]!,
      profile: order.profile,
      random: createRandom(order.seed * 7919 + i),
      measures,
      readCode: order.readCode,
      signal: stop.signal,
    })
    present++
    await operator.work()
    present--
  })
  const over = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => setTimeout(resolve, GRACE_MS).unref(), { once: true }),
  )
  await Promise.race([Promise.all(people), over])
  clearTimeout(timer)
  clearInterval(ticker)
  const seconds = elapsedS()
  const last = measures.tick(Math.ceil(seconds), present)
  order.onSecond?.(last, measures)
  return judgeLoad(order.thresholds, measures, seconds)
}

/** Without thresholds a run passes when somebody could work at all. */
export function judgeLoad(thresholds: readonly Threshold[], measures: Measures, seconds: number): LoadResult {
  const verdicts = thresholds.map((threshold) => judge(threshold, measures, seconds))
  const passed =
    thresholds.length > 0 ? verdicts.every(({ holds }) => holds) : measures.counted('operators') > 0
  return { seconds, measures, verdicts, passed }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
