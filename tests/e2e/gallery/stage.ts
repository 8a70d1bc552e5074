import type { Page } from '@playwright/test'
import { playingCameras, type TrueDevice, trueDevices } from '../support/fleet.ts'
import { settled } from '../support/look-at.ts'
import { finishedAnimations } from '../support/motions.ts'
import { SignInPage } from '../support/sign-in.ts'
import { type TestLanguage, textsOf } from '../support/texts.ts'

export type Look = { language: TestLanguage; theme: 'dark' | 'light' }

/** Devices in the pictures. */
export type Cast = {
  cameras: readonly (TrueDevice & { cameraNumber: number })[]
  domes: readonly (TrueDevice & { cameraNumber: number })[]
  /** Online, on the road. */
  vehicle: TrueDevice
  /** Stations that are online, by their kind. */
  station: TrueDevice
  solar: TrueDevice
  farm: TrueDevice
  gas: TrueDevice
  offlineStation: TrueDevice
  bodyworn: TrueDevice
}

/** Subject of a picture: a page in one theme and language, and its cast. */
export type Stage = Cast & {
  page: Page
  url: string
  look: Look
  signInPage: SignInPage
  /** The console's texts in the look's language. */
  text: ReturnType<typeof textsOf>
  /** Opens a path of the console, nothing of the picture before being left. */
  go(path: string): Promise<void>
  /** Lets calls of a path fail as if the platform did not answer, until the next picture. */
  failCalls(path: string): Promise<void>
}

/** A device of each kind that pictures need. */
export async function castOf(url: string): Promise<Cast> {
  const all = await trueDevices(url)
  const first = (kind: string, online = true): TrueDevice => {
    const found = all.find((device) => device.kind === kind && device.online === online)
    if (!found) throw new Error(`No ${kind} is ${online ? 'online' : 'offline'}.`)
    return found
  }
  return {
    cameras: await playingCameras(url, 'camera', 12),
    domes: await playingCameras(url, 'ptzCamera', 4),
    vehicle: first('vehicle'),
    station: first('hj212Station'),
    offlineStation: first('hj212Station', false),
    solar: first('solarStation'),
    farm: first('farmStation'),
    gas: first('gasDetector'),
    bodyworn: first('bodyCamera'),
  }
}

/**
 * `page`: where the pictures are shown, in a theme and a language. `mayStay` tells whether the page that is open may go on
 * with the next picture; otherwise each picture begins with a fresh page.
 */
export function setStage(
  page: Page,
  url: string,
  look: Look,
  cast: Cast,
  mayStay: () => Promise<boolean> = async () => false,
): Stage {
  return {
    ...cast,
    page,
    url,
    look,
    signInPage: new SignInPage(page, url, look.language),
    text: textsOf(look.language),
    go: async (path) => {
      // A dialog or a list left open by the picture before is gone with the page; a wall is filled on one page.
      const isNextWindow = path.startsWith('/realTime?') && path.includes('sn=')
      if (!isNextWindow && !(await mayStay())) await page.goto('about:blank')
      await page.goto(new URL(`/#${path}`, url).href)
      await page.getByRole('main').waitFor()
    },
    failCalls: (path) =>
      page
        .route(
          (one) => one.pathname.startsWith(path),
          (route) => route.abort(),
        )
        .then(() => undefined),
  }
}

/** Nothing is loading and nothing moves except permanent animations. */
export async function atRest(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() =>
    [...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight),
  )
  await finishedAnimations(page)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => window.__backlotMap === undefined || window.__backlotMap.atRest())
}

/** A text with its gaps, as a pattern for an accessible name. */
export function pattern(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )
}
