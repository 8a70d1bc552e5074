/** Times of the cameras: the platform's, and what clients set. */
import type { HostClock } from '../kernel/clock.ts'
import type { OnvifClock } from './ports.ts'

export type DeviceClocks = {
  /** A camera's time, epoch milliseconds. */
  now(sn: string): number
  /** Sets a camera's time; undefined: the platform's again. */
  set(sn: string, toMs: number | undefined): void
  isSet(sn: string): boolean
  /** A client was told a camera's time: it will count on from there by its own clock. */
  told(nowMs: number): void
  /** Whether a moment of a client is within `windowMs` of a camera's time, or of one that clients were told. */
  isNear(sn: string, momentMs: number, windowMs: number): boolean
}

/** Cameras whose time was set, and distances from the host's time that clients were told: the oldest are forgotten. */
const SET_MOST = 4096
const TOLD_MOST = 64
/** Distances this close are one. */
const TOLD_STEP_MS = 30_000

export function createDeviceClocks(clock: OnvifClock, hostClock: HostClock): DeviceClocks {
  const offsets = new Map<string, number>()
  /** Distances from the host's clock. A platform clock that runs faster, stands or jumps leaves them behind. */
  const told: number[] = []
  const now = (sn: string) => clock.now() + (offsets.get(sn) ?? 0)
  return {
    now,
    set(sn, toMs) {
      offsets.delete(sn)
      if (toMs === undefined) return
      const [oldest] = offsets.keys()
      if (offsets.size >= SET_MOST && oldest !== undefined) offsets.delete(oldest)
      offsets.set(sn, toMs - clock.now())
    },
    isSet: (sn) => offsets.has(sn),
    told(nowMs) {
      const distance = nowMs - hostClock.now()
      const known = told.findIndex((one) => Math.abs(one - distance) < TOLD_STEP_MS)
      if (known >= 0) told.splice(known, 1)
      told.push(distance)
      if (told.length > TOLD_MOST) told.shift()
    },
    isNear(sn, momentMs, windowMs) {
      if (Math.abs(momentMs - now(sn)) <= windowMs) return true
      const fromHost = momentMs - hostClock.now()
      return told.some((distance) => Math.abs(fromHost - distance) <= windowMs)
    },
  }
}
