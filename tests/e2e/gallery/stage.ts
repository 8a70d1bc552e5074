import type { Page } from '@playwright/test'
import type { TrueDevice } from '../support/fleet.ts'
import type { SignInPage } from '../support/sign-in.ts'
import type { TestLanguage, textsOf } from '../support/texts.ts'

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
  /** Opens a path of the console on a fresh page. */
  go(path: string): Promise<void>
  /** Lets calls of a path fail as if the platform did not answer, until the next picture. */
  failCalls(path: string): Promise<void>
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
