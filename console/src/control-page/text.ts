import { findKind } from '@backlot/contract/devices/known-kinds'
import i18next from 'i18next'
import { useControl } from './store.ts'
import { TEXTS } from './texts.ts'

export type TextKey = keyof typeof TEXTS

const inLanguage = (at: 0 | 1) => ({
  control: Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, text[at]])),
})
void i18next.init({
  lng: useControl.getState().language,
  resources: { en: inLanguage(0), zh: inLanguage(1) },
  defaultNS: 'control',
  keySeparator: false,
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false },
})
useControl.subscribe(({ language }, before) => {
  if (language !== before.language) void i18next.changeLanguage(language)
})

/** A text in the chosen language. The page is redrawn when that changes. */
export const t = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  i18next.t(key, values)

/** The text of a name that the platform gives (`place.traffic`); the name itself when the page has none for it. */
export const named = (path: string): string =>
  i18next.t(path, { defaultValue: path.slice(path.indexOf('.') + 1) })

/** One of two texts, by the chosen language. */
export const either = (text: { zh: string; en: string }): string => text[useControl.getState().language]

/** The label of a kind of devices; the name itself of one that is not ours. */
export const kindName = (name: string): string => {
  const kind = findKind(name)
  return kind ? either(kind.name) : name
}
