import type { AlarmBook } from '../areas/alarms/alarm-book.ts'
import type { AlarmDraft } from '../areas/alarms/alarm-draft.ts'
import { ALARM_TYPES } from '../areas/alarms/alarm-types.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { PlatformError } from '../http/platform-error.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import { uniform } from '../world/hash.ts'

export type StormOrder = {
  ratePerSecond: number
  forMs: number
  types?: readonly string[]
  devices?: readonly string[]
  seed?: number
}

export type StormProgress = {
  stormId: string
  planned: number
  raised: number
  stored: number
  done: boolean
  lastCursor: number
}

export type Storms = Disposable & {
  start(order: StormOrder): { stormId: string; planned: number }
  progress(stormId: string): StormProgress | undefined
}

const TICK_MS = 50
/** Alarms on their way to the store at most: a storm faster than the disk waits for it. */
const WAITING_MAX = 5000
/** Finished storms that are remembered. */
const KEPT_MAX = 100
const STREAM = { device: 981, type: 982 }

/** Raises alarms at a rate for a time: real devices and types, drawn from the storm's seed. */
export function createStorms(deps: {
  directory: Directory
  book: AlarmBook
  clock: PlatformClock
  host: HostClock
  onError(error: unknown): void
}): Storms {
  const { directory, book, clock, host } = deps
  const storms = new Map<string, StormProgress>()
  const stops = new Set<() => void>()
  let count = 0

  const run = (progress: StormProgress, order: StormOrder, draft: (n: number) => AlarmDraft) => {
    const beganMs = host.now()
    let failed = false
    const stop = host.every(TICK_MS, () => {
      const due = Math.floor(((host.now() - beganMs) * order.ratePerSecond) / 1000) + 1
      const room = WAITING_MAX - (progress.raised - progress.stored)
      const until = Math.min(progress.planned, due, progress.raised + room)
      if (until <= progress.raised) return
      const list = Array.from({ length: until - progress.raised }, (_, i) => draft(progress.raised + i))
      progress.raised = until
      if (until === progress.planned || failed) finish()
      book.raise(list).then(
        (alarms) => {
          progress.stored += alarms.length
          for (const { cursor = 0 } of alarms) progress.lastCursor = Math.max(progress.lastCursor, cursor)
          progress.done = progress.stored === progress.planned
        },
        (error: unknown) => {
          failed = true
          progress.done = true
          finish()
          deps.onError(error)
        },
      )
    })
    const finish = () => {
      stop()
      stops.delete(stop)
    }
    stops.add(stop)
  }

  return {
    start(order) {
      const devices = devicesOf(directory, order.devices)
      const types = typesOf(order.types)
      const seed = order.seed ?? directory.seed
      const stormId = `storm-${host.now().toString(36)}-${++count}`
      const planned = Math.max(1, Math.round((order.ratePerSecond * order.forMs) / 1000))
      const progress = { stormId, planned, raised: 0, stored: 0, done: false, lastCursor: book.cursor() }
      storms.set(stormId, progress)
      for (const [id, { done }] of storms) {
        if (storms.size <= KEPT_MAX) break
        if (done) storms.delete(id)
      }
      run(progress, order, (n) => {
        const device = devices[Math.floor(uniform(seed, count, STREAM.device, n) * devices.length)]!
        const { type, subType } = types[Math.floor(uniform(seed, count, STREAM.type, n) * types.length)]!
        const chnId = directory.channelsOf(device.slot)[0]?.chnId ?? 0
        return { sn: device.sn, chnId, alarmSeq: `${stormId}-${n}`, type, subType, startMs: clock.now() }
      })
      return { stormId, planned }
    },
    progress: (stormId) => storms.get(stormId),
    [Symbol.dispose]() {
      for (const stop of stops) stop()
      stops.clear()
    },
  }
}

function devicesOf(directory: Directory, sns: readonly string[] | undefined): Device[] {
  if (sns !== undefined && sns.length > 0) {
    return sns.map((sn) => {
      const device = directory.deviceBySn(sn)
      if (!device) throw new PlatformError('notFound', `There is no device ${sn}.`, 'devices')
      return device
    })
  }
  const devices: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device && directory.isOnline(slot)) devices.push(device)
  }
  if (devices.length === 0) throw new PlatformError('conflict', 'No device is on line.')
  return devices
}

type Kind = { type: string; subType: string }

/** `type` is all its sub-types, `type-subType` that one; nothing given is every kind there is. */
function typesOf(wanted: readonly string[] | undefined): Kind[] {
  const all = ALARM_TYPES.flatMap(({ type, subTypes }) => subTypes.map(([subType]) => ({ type, subType })))
  if (wanted === undefined || wanted.length === 0) return all
  return wanted.flatMap((text) => {
    const found = all.filter(({ type, subType }) => type === text || `${type}-${subType}` === text)
    if (found.length === 0) throw new PlatformError('notFound', `There is no alarm type ${text}.`, 'types')
    return found
  })
}
