import type { HostClock } from '../kernel/clock.ts'

/**
 * Runs something costly at most once per `apartMs`, however many ask: the first is answered at once, later callers wait
 * together for the next run. So no answer is older than its question.
 */
export function shareRuns<T>(
  host: Pick<HostClock, 'now' | 'after'>,
  apartMs: number,
  run: () => Promise<T>,
): () => Promise<T> {
  let beganMs = Number.NEGATIVE_INFINITY
  let next: Promise<T> | undefined
  const begin = () => {
    beganMs = host.now()
    next = undefined
    return run()
  }
  return () => {
    if (next) return next
    const sinceMs = host.now() - beganMs
    // A clock that was set back makes nobody wait for longer.
    if (sinceMs < 0 || sinceMs >= apartMs) return begin()
    next = new Promise<void>((resolve) => host.after(apartMs - sinceMs, resolve)).then(begin)
    return next
  }
}
