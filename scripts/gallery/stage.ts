import type { Page } from '@playwright/test'
import alarmsEn from '../../console/src/language/en/alarms.ts'
import mapEn from '../../console/src/language/en/map.ts'
import shellEn from '../../console/src/language/en/shell.ts'
import videoEn from '../../console/src/language/en/video.ts'
import alarmsZh from '../../console/src/language/zh/alarms.ts'
import mapZh from '../../console/src/language/zh/map.ts'
import shellZh from '../../console/src/language/zh/shell.ts'
import videoZh from '../../console/src/language/zh/video.ts'
import type { TrueDevice } from '../../tests/e2e/support/fleet.ts'

export type Look = { language: 'en' | 'zh'; theme: 'dark' | 'light' }

const TEXTS = {
  en: { alarms: alarmsEn, map: mapEn, shell: shellEn, video: videoEn },
  zh: { alarms: alarmsZh, map: mapZh, shell: shellZh, video: videoZh },
}

/** What a picture is taken of: a signed-in page in one look, and who stands in it. */
export type Stage = {
  page: Page
  url: string
  look: Look
  /** The console's texts in the look's language. */
  text: (typeof TEXTS)['en']
  cameras: readonly (TrueDevice & { cameraNumber: number })[]
  domes: readonly (TrueDevice & { cameraNumber: number })[]
  vehicle: TrueDevice
  go(path: string): Promise<void>
}

export function textsOf(language: Look['language']): Stage['text'] {
  return TEXTS[language]
}
