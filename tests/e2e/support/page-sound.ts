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

/**
 * How high the page's gain is turned, and whether sound comes out of it within so many frames of the page. A tone may be
 * short: who waits for one listens before it begins.
 */
export async function heardBehindGain(page: Page, looks = 900): Promise<{ gain: number; heard: boolean }> {
  return page.evaluate(async (most) => {
    let listening: { gain: GainNode; analyser: AnalyserNode; samples: Float32Array<ArrayBuffer> } | undefined
    let heard = false
    for (let look = 0; look < most && !heard; look++) {
      await new Promise((next) => requestAnimationFrame(next))
      const gain = window.lastGain
      if (gain && gain !== listening?.gain) {
        const analyser = gain.context.createAnalyser()
        gain.connect(analyser)
        listening = { gain, analyser, samples: new Float32Array(analyser.fftSize) }
      }
      listening?.analyser.getFloatTimeDomainData(listening.samples)
      heard = listening?.samples.some((sample) => Math.abs(sample) > 0.001) ?? false
    }
    if (listening) listening.gain.disconnect(listening.analyser)
    return { gain: Math.round((window.lastGain?.gain.value ?? 0) * 100) / 100, heard }
  }, looks)
}
