import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import type { Translate } from '../../language/language.ts'
import { durationShort } from './duration-short.ts'

/** Text of a class of response times: under 1 min, 1 min to 5 min, 24 h and more. */
export function responseClassName(place: number, t: Translate<'alarmQuery'>): string {
  const [from, end] = [RESPONSE_CLASSES[place - 1], RESPONSE_CLASSES[place]]
  if (from === undefined) return t('chart.under', { time: durationShort(RESPONSE_CLASSES[0], t) })
  if (end === undefined) return t('chart.over', { time: durationShort(from, t) })
  return t('chart.between', { from: durationShort(from, t), to: durationShort(end, t) })
}

/** The same for an axis with little room. */
export function responseClassMark(place: number, t: Translate<'alarmQuery'>): string {
  const end = RESPONSE_CLASSES[place]
  const last = RESPONSE_CLASSES[RESPONSE_CLASSES.length - 1]!
  return end === undefined ? `≥ ${durationShort(last, t)}` : `< ${durationShort(end, t)}`
}
