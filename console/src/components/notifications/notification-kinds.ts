/** Kinds of notifications that a user can silence, in the order of the settings. */
export const SILENCEABLE = [
  'alarm1',
  'alarm2',
  'alarm3',
  'alarm4',
  'workOrder',
  'talk',
  'files',
  'platform',
] as const
type Silenceable = (typeof SILENCEABLE)[number]

/** What a notification is about. `action`, the answer to what the user just did, and `sos` are always shown. */
export type NotificationKind = Silenceable | 'action' | 'sos'

/** Kind of an alarm's notifications by the alarm's level. */
export const kindOfLevel = (level: number): NotificationKind =>
  `alarm${Math.min(4, Math.max(1, Math.round(level)))}` as NotificationKind

export type Quiet = {
  /** Silenced until the user shows them again. */
  quietKinds: readonly string[]
  /** Everything that can be silenced is, until then: milliseconds of this machine's clock; 0: no. */
  quietUntilMs: number
}

/** Whether notifications of a kind are listed without being shown. */
export function isQuiet(kind: NotificationKind, { quietKinds, quietUntilMs }: Quiet, nowMs: number): boolean {
  if (!SILENCEABLE.some((one) => one === kind)) return false
  return nowMs < quietUntilMs || quietKinds.includes(kind)
}
