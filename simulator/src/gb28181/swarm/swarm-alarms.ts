/** Alarms of a device of `backlot devices`: now and then, of kinds that cameras have (A.2.5.3 of GB/T 28181-2016). */
import type { HostClock } from '../../kernel/clock.ts'
import { uniform } from '../../world/hash.ts'
import type { GbAlarm, GbDuty, GbPorts } from '../device/ports.ts'

export type SwarmAlarms = Pick<GbPorts, 'onAlarm'> & {
  dutyOf(channelId: string): GbDuty
  setGuard(channelIds: readonly string[], on: boolean): void
  /** Ends the state ALARM. */
  reset(channelIds: readonly string[]): void
}

/** `everyMs`: mean time between two alarms. */
export type SwarmAlarmOptions = { everyMs: number; seed: number }

const KINDS: readonly Pick<GbAlarm, 'method' | 'type' | 'priority' | 'description'>[] = [
  { method: 5, type: 2, priority: 4, description: '移动侦测' },
  { method: 5, type: 6, priority: 2, description: '入侵检测' },
  { method: 5, type: 11, priority: 3, description: '视频遮挡' },
  { method: 2, type: 1, priority: 2, description: '视频丢失' },
  { method: 6, type: 1, priority: 3, description: '硬盘故障' },
]
/** How long a channel is in alarm. */
const ALARM_MS = 30_000
/** Stream of the world's hashes. */
const ALARMS = 281_83

/** Without options there are none. */
export function createSwarmAlarms(
  deps: {
    entity: number
    channelIds: readonly string[]
    /** Where the device is; undefined: unknown. */
    placeAt(atMs: number): GbAlarm['location']
    /** Time as the device has it. */
    now(): number
    hostClock: Pick<HostClock, 'after'>
  },
  options: SwarmAlarmOptions | undefined,
): SwarmAlarms {
  const { entity, channelIds, now, hostClock } = deps
  const endsMs = new Map<string, number>()
  const unguarded = new Set<string>()
  let draws = 0

  return {
    onAlarm(listener) {
      if (!options) return () => undefined
      const { everyMs, seed } = options
      const draw = () => uniform(seed, entity, ALARMS, draws++)
      const oneOf = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!
      let stop = (): void => undefined
      const wait = (ms: number): void => {
        stop = hostClock.after(ms, () => {
          wait(everyMs * (0.5 + draw()))
          const [id, kind] = [oneOf(channelIds), oneOf(KINDS)]
          if (unguarded.has(id)) return
          const atMs = now()
          endsMs.set(id, atMs + ALARM_MS)
          const location = deps.placeAt(atMs)
          listener({ id, ...kind, atMs, ...(location && { location }) })
        })
      }
      // Devices that start together do not raise their alarms together.
      wait(everyMs * draw())
      return () => stop()
    },
    dutyOf(id) {
      if (unguarded.has(id)) return 'OFFDUTY'
      return now() < (endsMs.get(id) ?? 0) ? 'ALARM' : 'ONDUTY'
    },
    setGuard(ids, on) {
      for (const id of ids) {
        if (on) unguarded.delete(id)
        else unguarded.add(id)
      }
    },
    reset(ids) {
      for (const id of ids) endsMs.delete(id)
    },
  }
}
