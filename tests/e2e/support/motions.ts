import type { Page } from '@playwright/test'

/** Resolves after fades and slides have ended: colours are final then. */
export async function finishedAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A motion requested now begins within two frames.
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  })
  // A class of a motion that never ran stays: only the absence of motion counts.
  await page
    .locator('[class*="-enter"], [class*="-appear"], [class*="-leave"]')
    .first()
    .waitFor({ state: 'detached', timeout: 600 })
    .catch(() => undefined)
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((one) => {
      const { iterations } = one.effect?.getComputedTiming() ?? {}
      return iterations !== Number.POSITIVE_INFINITY
    })
    await Promise.allSettled(finite.map((one) => one.finished))
  })
}
