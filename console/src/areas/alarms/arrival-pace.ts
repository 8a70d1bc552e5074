/** A page that is looked at takes arrivals in at most this often: a storm comes in a few large bites. */
const VISIBLE_MS = 250
/** Nobody sees a hidden page. */
const HIDDEN_MS = 500

type PaceEnvironment = {
  nowMs(): number
  isVisible(): boolean
  nextFrame(run: () => void): void
  later(run: () => void, ms: number): void
}

/**
 * Pace at which arrivals are taken in: with the next frame after a quiet time, so that a single alarm is seen at once,
 * and a few times a second in a storm. Answers a function that requests it; repeated requests before it ran change
 * nothing.
 */
export function createArrivalPace(environment: PaceEnvironment, takeIn: () => void): () => void {
  let asked = false
  let lastMs = Number.NEGATIVE_INFINITY
  const run = () => {
    asked = false
    lastMs = environment.nowMs()
    takeIn()
  }
  return () => {
    if (asked) return
    asked = true
    if (!environment.isVisible()) {
      environment.later(run, HIDDEN_MS)
      return
    }
    const waitMs = lastMs + VISIBLE_MS - environment.nowMs()
    if (waitMs <= 0) environment.nextFrame(run)
    else environment.later(() => (environment.isVisible() ? environment.nextFrame(run) : run()), waitMs)
  }
}
