import { LIMITS } from '@backlot/contract/limits'
import { z } from 'zod'
import { create } from 'zustand'

/** Local settings of this browser. Keys are the stated ones; each is one entry of localStorage. */
const SETTINGS = {
  /** Minutes after which the map popup's video closes, 0 never. */
  ptAutoCloseValue: z.coerce.number().int().min(0).max(LIMITS.autoCloseMinutesMax),
  /** Percent. */
  speakerVolume: z.coerce.number().int().min(LIMITS.volumeMinPercent).max(LIMITS.volumeMaxPercent),
  alarmPopupWindow: z.stringbool(),
  alarmPromptTone: z.stringbool(),
  sosVideoPopup: z.stringbool(),
  /** Seconds that an alarm tip stays. */
  alarmTipsTime: z.coerce.number().int().min(1).max(60),
  ptzSpeed: z.coerce.number().int().min(LIMITS.ptzSpeedMin).max(LIMITS.ptzSpeedMax),
  /** Seconds between two fetches of a station's readings. */
  sensorRefreshSeconds: z.coerce
    .number()
    .refine((seconds) => LIMITS.autoRefreshSeconds.some((one) => one === seconds)),
  noShowGuideWindowAgain: z.stringbool(),
  lang: z.enum(['zh', 'en']).optional(),
  themeMode: z.enum(['dark', 'light']).optional(),
  sideBar: z.enum(['open', 'closed']).optional(),
  quietKinds: z.string().transform((text) => text.split(',')),
  quietUntilMs: z.coerce.number().int().min(0),
  systemNotifications: z.stringbool(),
}

type Settings = {
  ptAutoCloseValue: number
  speakerVolume: number
  alarmPopupWindow: boolean
  alarmPromptTone: boolean
  sosVideoPopup: boolean
  alarmTipsTime: number
  ptzSpeed: number
  sensorRefreshSeconds: number
  noShowGuideWindowAgain: boolean
  lang: 'zh' | 'en' | undefined
  themeMode: 'dark' | 'light' | undefined
  /** Names beside the icons of the side bar, or icons alone; by the window's width until it is chosen. */
  sideBar: 'open' | 'closed' | undefined
  /** Kinds of notifications that are listed without being shown. */
  quietKinds: readonly string[]
  /** Epoch milliseconds of this machine until which all kinds that can be silenced are. */
  quietUntilMs: number
  /** Notifications of the operating system while the page is hidden. */
  systemNotifications: boolean
}

export const DEFAULT_SETTINGS: Settings = {
  ptAutoCloseValue: LIMITS.autoCloseMinutesDefault,
  speakerVolume: LIMITS.volumeDefaultPercent,
  alarmPopupWindow: false,
  alarmPromptTone: true,
  sosVideoPopup: true,
  alarmTipsTime: LIMITS.alarmTipsSecondsDefault,
  ptzSpeed: LIMITS.ptzSpeedDefault,
  sensorRefreshSeconds: 30,
  noShowGuideWindowAgain: false,
  lang: undefined,
  themeMode: undefined,
  sideBar: undefined,
  quietKinds: [],
  quietUntilMs: 0,
  systemNotifications: false,
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Settings out of a storage; missing and unreadable entries get their default. */
export function readSettings(storage: Storage): Settings {
  const read: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(SETTINGS)) {
    const text = storage.getItem(key)
    const value = text === null ? undefined : schema.safeParse(text)
    read[key] = value?.success ? value.data : DEFAULT_SETTINGS[key as keyof Settings]
  }
  return read as Settings
}

/** Writes one setting; undefined removes it. */
export function writeSetting<K extends keyof Settings>(storage: Storage, key: K, value: Settings[K]): void {
  if (value === undefined) storage.removeItem(key)
  else storage.setItem(key, String(value))
}

export const useSettings = create<Settings>(() =>
  typeof localStorage === 'undefined' ? DEFAULT_SETTINGS : readSettings(localStorage),
)

/** Changes a setting now and for the next visit. */
export function setSetting<K extends keyof Settings>(key: K, value: Settings[K]): void {
  useSettings.setState({ [key]: value } as Pick<Settings, K>)
  writeSetting(localStorage, key, value)
}
