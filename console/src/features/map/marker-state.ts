import { LIMITS } from '@backlot/contract/limits'

/** States of a marker, in drawing order: later ones are drawn on top. Shaders and counts use the index. */
export const MARKER_STATES = ['offline', 'online', 'processed', 'gpsLost', 'alarm'] as const
export type MarkerState = (typeof MARKER_STATES)[number]

export const STATE_INDEX: Readonly<Record<MarkerState, number>> = {
  offline: 0,
  online: 1,
  processed: 2,
  gpsLost: 3,
  alarm: 4,
}

/** Bits of a device as the positions call sends them: 0 online, 1–2 alarm flag, 3 moving kind. */
export const ONLINE_BIT = 1
export const MOVING_BIT = 8
const ALARM_SHIFT = 1
const ALARM_MASK = 6

export function statusBits(online: boolean, alarmFlg: number, moving: boolean): number {
  return (online ? ONLINE_BIT : 0) | ((alarmFlg << ALARM_SHIFT) & ALARM_MASK) | (moving ? MOVING_BIT : 0)
}

function alarmFlagOf(bits: number): number {
  return (bits & ALARM_MASK) >> ALARM_SHIFT
}

/** Bits with the alarm flag replaced. */
export function withAlarmFlag(bits: number, alarmFlg: number): number {
  return (bits & ~ALARM_MASK) | ((alarmFlg << ALARM_SHIFT) & ALARM_MASK)
}

const LOST_AFTER_S = LIMITS.gpsLostAfterMs / 1000

/**
 * Whether the position of a moving device is lost: no position, or a fix older than 30 minutes. Fixed devices are
 * where they were placed. Times are seconds.
 */
function isGpsLost(bits: number, longitude: number, locationTime: number, nowS: number): boolean {
  if (longitude === 0 || Number.isNaN(longitude)) return true
  return (bits & MOVING_BIT) !== 0 && nowS - locationTime > LOST_AFTER_S
}

/** Index into MARKER_STATES. An open alarm outranks everything; a device that is offline shows that before its GPS. */
export function stateOf(bits: number, longitude: number, locationTime: number, nowS: number): number {
  const flag = alarmFlagOf(bits)
  if (flag === 1) return STATE_INDEX.alarm
  if ((bits & ONLINE_BIT) === 0) return STATE_INDEX.offline
  if (isGpsLost(bits, longitude, locationTime, nowS)) return STATE_INDEX.gpsLost
  return flag === 2 ? STATE_INDEX.processed : STATE_INDEX.online
}
