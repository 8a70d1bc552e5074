import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'

/** Types of alarms that a picture was analysed for. */
export const AI_TYPES = ['AiAlarm', 'FaceAlarm'] as const

export function isAiAlarm(alarm: Pick<Alarm, 'type'>): boolean {
  return (AI_TYPES as readonly string[]).includes(alarm.type)
}

export type AiFilter = {
  /** A type or `type-subType`; empty: all. */
  type: string
  /** Part of a device's name or serial number; empty: all. */
  device: string
  /** The control list, or part of the name of whom it is about; empty: all. */
  person: string
}

export const NO_FILTER: AiFilter = { type: '', device: '', person: '' }

/** Whether an alarm fits; `deviceName` is how the screen calls its device. */
export function fitsAiFilter(
  alarm: Pick<Alarm, 'type' | 'subType' | 'sn' | 'devName' | 'detail'>,
  deviceName: string,
  filter: AiFilter,
): boolean {
  if (filter.type !== '' && filter.type !== alarm.type && filter.type !== `${alarm.type}-${alarm.subType}`)
    return false
  const who = filter.person.trim().toLowerCase()
  const { name = '', label = '', identityCard = '' } = alarm.detail ?? {}
  if (who !== '' && ![name, label, identityCard].some((said) => said.toLowerCase().includes(who)))
    return false
  const text = filter.device.trim().toLowerCase()
  return [alarm.sn, alarm.devName, deviceName].some((name) => name.toLowerCase().includes(text))
}

/** Adds pictures that came after their alarm; those it has stay. */
export function withResources<A extends Pick<Alarm, 'resource'>>(
  alarm: A,
  more: readonly AlarmResource[],
): A {
  const known = new Set(alarm.resource.map(({ url }) => url))
  return { ...alarm, resource: [...alarm.resource, ...more.filter(({ url }) => !known.has(url))] }
}
