import { MANUAL_SNAPSHOT } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'

/** Whether an alarm can be processed for the first time: manual snapshots, which the world makes too, never can. */
export function isOpenAlarm({ processingType, subType }: Pick<Alarm, 'processingType' | 'subType'>): boolean {
  return processingType === null && subType !== MANUAL_SNAPSHOT
}
