/** Topics with places in them: `devices/{sn}/telemetry`. */
import { MQTT_SERIAL } from './mqtt-mapping.ts'

export type TopicPlaces = { sn: string; quantity?: string }

/** What is wrong with a pattern; undefined when it can be used. */
export function patternFault(pattern: string): string | undefined {
  const levels = pattern.split('/')
  const count = (place: string) => levels.filter((level) => level === place).length
  if (count('{sn}') !== 1) return 'needs one level {sn}'
  if (count('{quantity}') > 1) return 'has {quantity} twice'
  const wrong = levels.find((level) => !/^(\{sn\}|\{quantity\}|\+|[^{}+#\0]*)$/.test(level))
  if (wrong !== undefined) return `has the level '${wrong}': use {sn}, {quantity}, + or plain text`
  return pattern.startsWith('$') ? 'begins with $, which is the broker’s own' : undefined
}

/** What is wrong with the pattern of a topic to which a device subscribes; undefined when it can be used. */
export function setTopicFault(pattern: string): string | undefined {
  const levels = pattern.split('/')
  const wrong = levels.find((level) => level !== '{sn}' && !/^[^{}+#\0]*$/.test(level))
  return wrong === undefined ? patternFault(pattern) : `has the level '${wrong}': use {sn} or plain text`
}

/** The places of a topic; undefined when it does not fit the pattern, or when its serial number is none. */
export function readTopic(pattern: string, topic: string): TopicPlaces | undefined {
  const wanted = pattern.split('/')
  const levels = topic.split('/')
  if (wanted.length !== levels.length) return undefined
  let sn = ''
  let quantity: string | undefined
  for (const [index, level] of levels.entries()) {
    const want = wanted[index]
    if (want === '{sn}') sn = level
    else if (want === '{quantity}') quantity = level
    else if (want !== '+' && want !== level) return undefined
  }
  if (!MQTT_SERIAL.test(sn) || (quantity !== undefined && !MQTT_SERIAL.test(quantity))) return undefined
  return quantity === undefined ? { sn } : { sn, quantity }
}

/** The topic of a device; `+` is written as the serial number, which any subscription takes. */
export const writeTopic = (pattern: string, { sn, quantity = '' }: TopicPlaces): string =>
  pattern
    .split('/')
    .map((level) => (level === '{sn}' || level === '+' ? sn : level === '{quantity}' ? quantity : level))
    .join('/')
