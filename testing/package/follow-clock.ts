import type { Page } from '@playwright/test'
import type { Clock } from './clock.ts'

/**
 * The page's own clock (Date, timers) follows the platform's: it is paused and moved with it. A scaled clock is only
 * corrected at every change. Call it before the page opens; returns a function that stops it.
 */
export async function followClock(page: Page, clock: Clock): Promise<() => Promise<void>> {
  await page.clock.install({ time: clock.now() })
  let following: Promise<void> = Promise.resolve()
  let failure: unknown
  const follow = (): void => {
    following = following
      .then(async () => {
        await page.clock.setSystemTime(clock.now())
        if (clock.rate() === 0) await page.clock.pauseAt(clock.now())
        else await page.clock.resume()
      })
      .catch((error: unknown) => {
        if (!page.isClosed()) failure ??= error
      })
  }
  if (clock.rate() === 0) follow()
  else await page.clock.resume()
  const stop = clock.onChange(follow)
  return async () => {
    stop()
    await following
    if (failure !== undefined) throw failure
  }
}
