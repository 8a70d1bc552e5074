/** Emits items at their recorded times after `fromT`, divided by the speed. Returns a function that stops it. */
export function pace<T extends { t: number }>(
  things: readonly T[],
  fromT: number,
  speed: number,
  to: { send(thing: T): void; over(): void },
): () => void {
  const sinceMs = performance.now()
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    for (;;) {
      const thing = things[at]
      if (!thing) return to.over()
      const waitMs = (thing.t - fromT) / speed - (performance.now() - sinceMs)
      if (waitMs > 0) {
        timer = setTimeout(next, waitMs)
        return
      }
      at += 1
      to.send(thing)
    }
  }
  timer = setTimeout(next, 0)
  return () => {
    clearTimeout(timer)
    at = things.length
  }
}
