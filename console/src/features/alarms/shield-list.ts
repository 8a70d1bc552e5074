import type { Alarm } from '@backlot/contract/alarms/entities'

/** Types that an operator does not want to see: `type` or `type-subType`. */
export type ShieldList = ReadonlySet<string>

/** Items of a shield list: 'type' or 'type-subType', comma-separated (stated). */
export function parseShieldList(text: string): ShieldList {
  return new Set(
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}

export function isShielded(alarm: Pick<Alarm, 'type' | 'subType'>, shield: ShieldList): boolean {
  return shield.has(alarm.type) || (alarm.subType !== '' && shield.has(`${alarm.type}-${alarm.subType}`))
}
