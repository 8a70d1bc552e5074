/** Result of starting a call or of listening (stated 1 to 6; any other number is a generic failure). */
export const CALL_RESULTS = {
  ok: 0,
  deviceOffline: 1,
  audioDeviceOffline: 2,
  audioChannelNotFound: 3,
  audioDeviceBusy: 4,
  intercomServerUnreachable: 5,
  networkFailure: 6,
} as const

/** Result of starting a duplex call with a V3 device (stated). */
export const DUPLEX_RESULTS = { ok: 0, deviceBusy: 1, refused: 2, intercomOffline: 100 } as const

/** Results of requests to a meeting (assumed). */
export const MEETING_RESULTS = {
  ok: 0,
  notFound: 1,
  notChairman: 2,
  full: 3,
  inAnotherMeeting: 4,
  deviceOffline: 5,
  audioChannelNotFound: 6,
  tooMany: 7,
} as const
export type MeetingResult = keyof typeof MEETING_RESULTS

/** Answer to a request for the floor of a push-to-talk group (assumed). */
export const FLOOR_RESULTS = { granted: 0, queued: 1, denied: 2, queueFull: 3, notInGroup: 4 } as const
export type FloorResult = keyof typeof FLOOR_RESULTS

/** The name of a result code; undefined for one that is not in the table. */
export function resultName<T extends Readonly<Record<string, number>>>(
  table: T,
  code: number,
): keyof T | undefined {
  return Object.keys(table).find((name) => table[name] === code)
}
