import { MANUAL_SNAPSHOT, NOT_ORDINARY, PROCESSING_TYPES, SOS } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { UserInfo } from '@backlot/contract/session/entities'

/** Files and heads arrive as alarms but are none (stated). */
export function isOrdinary(alarm: Pick<Alarm, 'type'>): boolean {
  return !(NOT_ORDINARY as readonly string[]).includes(alarm.type)
}

export function isSos(alarm: Pick<Alarm, 'type' | 'subType'>): boolean {
  return alarm.type === SOS.type && alarm.subType === SOS.subType
}

/** A manual snapshot: sub-type Snapshot-Manual (or Manual of type Snapshot), on some platforms as type. */
export function isManualSnapshot({ type, subType }: Pick<Alarm, 'type' | 'subType'>): boolean {
  return [type, subType, `${type}-${subType}`].includes(MANUAL_SNAPSHOT)
}

export function isProcessed(alarm: Pick<Alarm, 'processingType'>): boolean {
  return alarm.processingType !== null
}

type Processing =
  /** Select, text box and button are enabled. */
  | 'open'
  /** Processed; this user may open it once more. */
  | 'again'
  /** Processed, and this user may not process it again. */
  | 'closed'
  /** Manual snapshots are neither edited nor processed. */
  | 'never'
  /** Only the archive has it: it stays as it is. */
  | 'archived'

/**
 * Rights of a user on an alarm (stated): user type 0 may process again even when firstProcess is set; for others
 * firstProcess 1 means once only, and an alarm with a work order is read-only.
 */
export function processingFor(
  alarm: Pick<Alarm, 'type' | 'subType' | 'processingType' | 'archived'>,
  user: Pick<UserInfo, 'type' | 'firstProcess'>,
): Processing {
  if (isManualSnapshot(alarm)) return 'never'
  if (alarm.archived) return 'archived'
  if (!isProcessed(alarm)) return 'open'
  if (user.type === 0) return 'again'
  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  return user.firstProcess === 1 || ordered ? 'closed' : 'again'
}

/** Whether an alarm waits for a result that this user may give; without a user nobody may. */
export function isOpenFor(
  alarm: Parameters<typeof processingFor>[0],
  user: Parameters<typeof processingFor>[1] | undefined,
): boolean {
  return user !== undefined && processingFor(alarm, user) === 'open'
}

/** Selectable processing types (stated): misjudgment and sure, and work order generated when it already is. */
export function selectableProcessing(processingType: number | null): number[] {
  const types: number[] = [PROCESSING_TYPES.misjudgment, PROCESSING_TYPES.sure]
  if (processingType === PROCESSING_TYPES.workOrder) types.push(PROCESSING_TYPES.workOrder)
  return types
}

export { type ProcessingName, processingName } from '../../features/alarms/processing-name.ts'
