import { controlTalk } from '@backlot/contract/control/talk-calls'
import { expect, type Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'

declare global {
  interface Window {
    /** Sound diagnostics of the console, see console/src/areas/talk/talk-diagnostics.ts. */
    __backlotTalk?: {
      energyDb(which: 'in' | 'out', hz: number): number
    }
  }
}

/** Louder than that is a tone; silence is below -90. */
const TONE_DB = -55

/** Turns the console's diagnostics of sound on for every page that is opened from now on. */
export async function diagnoseTalk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('diagnostics', '1')
  })
}

/**
 * Waits until the operator hears a tone, and nothing else. Where the tone begins or a buffer ran empty, the edge itself
 * sounds at all frequencies for a moment.
 */
export async function toneHeard(page: Page, hz: number, otherHz: number): Promise<void> {
  const energies = () =>
    page.evaluate(
      ([one, other]) => {
        const talk = window.__backlotTalk
        return talk && { tone: talk.energyDb('out', one!), other: talk.energyDb('out', other!) }
      },
      [hz, otherHz],
    )
  await expect(async () => {
    const heard = (await energies()) ?? { tone: -100, other: 0 }
    expect(heard.tone).toBeGreaterThan(TONE_DB)
    expect(heard.other).toBeLessThan(TONE_DB - 10)
  }).toPass({ timeout: 30_000 })
}

/** Milliseconds between the beginning of a tone in the microphone and in the loudspeaker. */
export async function roundTripMs(page: Page, hz: number): Promise<number> {
  return page.evaluate(
    async ([tone, loudDb]) => {
      const talk = window.__backlotTalk!
      const beginning = async (which: 'in' | 'out') => {
        const loud = () => talk.energyDb(which, tone!) > loudDb!
        while (loud()) await new Promise(requestAnimationFrame)
        while (!loud()) await new Promise(requestAnimationFrame)
        return performance.now()
      }
      const said = await beginning('in')
      return (await beginning('out')) - said
    },
    [hz, TONE_DB],
  )
}

/** Audio that a device received. */
export async function heardBy(url: string, sn: string) {
  return (await control(url, controlTalk, { query: { sn } })).devices[0]!.heard
}
