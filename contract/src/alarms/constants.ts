/** Processing types (stated). */
export const PROCESSING_TYPES = {
  voice: 0,
  phone: 1,
  warning: 2,
  wrongReport: 3,
  misjudgment: 4,
  sure: 5,
  workOrder: 100,
} as const

/** How long who processed an alarm may take it back (assumed): platform time, milliseconds. */
export const UNDO_PROCESSING_MS = 10_000

/** Alarm types that are no ordinary alarms (stated). */
export const NOT_ORDINARY = ['UpLoadFile', 'Head'] as const
export const MANUAL_SNAPSHOT = 'Snapshot-Manual'
export const SOS = { type: 'IoAlarm', subType: 'SOS' } as const

/** Device flag (stated): 0 none, 1 when an alarm is raised, 2 when it was processed with 5 or 100. */
export function alarmFlagAfter(processingType: number | null): 1 | 2 {
  return processingType === PROCESSING_TYPES.sure || processingType === PROCESSING_TYPES.workOrder ? 2 : 1
}

/** Actions on an alarm, as its history names them (assumed). */
export const ALARM_ACTIONS = [
  'read',
  'respond',
  'process',
  'undo',
  'workOrder',
  'audit',
  'changeType',
] as const
