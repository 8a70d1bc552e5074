import { DEVICE_KINDS, KIND_FACTS } from '@backlot/contract/devices/kinds'
import { language } from './settings.ts'
import { EN } from './words-en.ts'
import { ZH } from './words-zh.ts'

export type WordKey = keyof typeof EN

export const lang = language

/** A text of the page in the chosen language; `{name}` stands for a value. */
export function t(key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  const text: string = (language() === 'zh' ? ZH : EN)[key]
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A text for a name that the platform gives; the name itself when the page has none for it. */
export function named(group: 'what' | 'eventKind' | 'state' | 'place' | 'storm', name: string): string {
  const table = language() === 'zh' ? ZH : EN
  const key = `${group}.${name}`
  return key in table ? table[key as WordKey] : name
}

/** What a kind of devices is called; the name itself of one that is not ours. */
export function kindName(name: string): string {
  const kind = DEVICE_KINDS.find((known) => known === name)
  return kind ? either(KIND_FACTS[kind].name) : name
}

/** One of two texts, by the chosen language. */
export const either = ({ zh, en }: { zh: string; en: string }) => (language() === 'zh' ? zh : en)
