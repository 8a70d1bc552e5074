import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Translate } from '../../language/language.ts'

/** Where the words for facts come from: the language files of the screens that show the same things. */
export type LogWords = {
  t: Translate<'logFacts'>
  logs: Translate<'logs'>
  story: Translate<'logStory'>
  alarms: Translate<'alarms'>
  alarmPush: Translate<'alarmPush'>
  deviceAdmin: Translate<'deviceAdmin'>
  deviceConfig: Translate<'deviceConfig'>
  orders: Translate<'workOrders'>
  templates: Translate<'templates'>
  media: Translate<'mediaConfig'>
  shell: Translate<'shell'>
  types: Pick<AlarmTypes, 'nameOf'>
  /** undefined: there is no such group, or it is out of sight. */
  groupName(id: number): string | undefined
}

/** A text by its key, where there is one: platforms have names that we do not know. */
export function textIn(t: (key: never) => string, key: string): string | undefined {
  const text = t(key as never)
  return text === key ? undefined : text
}

/** Texts in a row, as the language joins them. */
export const joined = (texts: readonly string[], { t }: LogWords) =>
  texts.filter((text) => text !== '').join(t('and'))
