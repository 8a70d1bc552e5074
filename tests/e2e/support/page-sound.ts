import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The gain that the page made last. */
    lastGain?: GainNode
  }
}

/** Has every page that is opened from now on keep the gain that it makes. */
export async function keepGain(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made = AudioContext.prototype.createGain
    AudioContext.prototype.createGain = function () {
      const gain = made.call(this)
      window.lastGain = gain
      return gain
    }
  })
}

/** How high the page's gain is turned, and whether sound comes out of it within a few seconds. */
export async function heardBehindGain(page: Page, looks = 300): Promise<{ gain: number; heard: boolean }> {
  return page.evaluate(async (most) => {
    const gain = window.lastGain!
    const analyser = gain.context.createAnalyser()
    gain.connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let heard = false
    for (let look = 0; look < most && !heard; look++) {
      await new Promise((next) => requestAnimationFrame(next))
      analyser.getFloatTimeDomainData(samples)
      heard = samples.some((sample) => Math.abs(sample) > 0.001)
    }
    gain.disconnect(analyser)
    return { gain: Math.round(gain.gain.value * 100) / 100, heard }
  }, looks)
}
