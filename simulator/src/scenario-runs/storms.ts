import type { Alarm } from '@backlot/contract/alarms/entities'
import type { BodyOut } from '@backlot/contract/call'
import type {
  controlStormGps,
  controlStormOffline,
  controlStormSos,
  StormProgress,
} from '@backlot/contract/control/storm-calls'
import type { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import { fixOf } from '../channel/snapshot.ts'
import { isSilentAt } from '../devices/silence.ts'
import type { DeviceFaults } from '../faults/device-faults.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import type { AlarmDraft } from '../history/alarm-draft.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Publisher } from '../kernel/publisher.ts'
import { uniform } from '../world/hash.ts'
import type { World } from '../world/types.ts'
import { createPowerCutter } from './cut-power.ts'
import { type Delivered, type PacedRun, runPaced } from './paced-run.ts'
import { hasSosButton, stormDevices, stormTypes } from './storm-subjects.ts'

export type AlarmStormOrder = {
  ratePerSecond: number
  forMs: number
  types?: readonly string[]
  devices?: readonly string[]
  seed?: number
}
export type SosStormOrder = BodyOut<typeof controlStormSos>
export type OfflineStormOrder = BodyOut<typeof controlStormOffline>
export type GpsStormOrder = BodyOut<typeof controlStormGps>

export type Started = { stormId: string; planned: number }

/**
 * Storms: many events at once. Each start throws a PlatformError, starting nothing, when its order names missing
 * things.
 */
export type Storms = Disposable & {
  alarms(order: AlarmStormOrder): Started
  sos(order: SosStormOrder): Started
  offline(order: OfflineStormOrder): Started
  gps(order: GpsStormOrder): Started
  /** Raises alarms at once; those of lost power cut it. Resolves when alarms are stored and cuts in effect. */
  raise(list: readonly AlarmDraft[]): Promise<Alarm[]>
  progress(stormId: string): StormProgress | undefined
  list(): StormProgress[]
  /** Throws notFound. */
  stop(stormId: string): StormProgress
}

export type StormDeps = {
  directory: Directory
  world: World
  repository: AlarmRepository
  devices: DeviceFaults
  commands: Pick<CommandLog, 'commandsOf'>
  publisher: Pick<Publisher, 'gps'>
  clock: PlatformClock
  host: HostClock
  onError(error: unknown): void
}

/** Finished storms that are remembered. */
const KEPT_MAX = 100
const STREAM = { device: 981, type: 982, share: 983 }

type Storm = { progress: StormProgress; run: PacedRun | undefined }

/** Raises storms: real devices and types, drawn from the storm's seed, at a rate, counted. */
export function createStorms(deps: StormDeps): Storms {
  const { directory, repository, clock, host } = deps
  const storms = new Map<string, Storm>()
  const cutPower = createPowerCutter(deps)
  const raise = async (list: readonly AlarmDraft[]): Promise<Alarm[]> => {
    const raised = await repository.raise(list)
    await cutPower(list)
    return raised
  }
  let count = 0

  const refresh = ({ progress, run }: Storm): StormProgress => {
    if (run) {
      progress.raised = run.raised
      progress.stored = run.stored
      progress.lastCursor = Math.max(progress.lastCursor, run.lastCursor)
    }
    return progress
  }
  const start = (
    kind: StormProgress['kind'],
    pace: { planned: number; ratePerSecond: number },
    deliver: (id: string, from: number, to: number) => Promise<Delivered>,
  ): Started => {
    const stormId = `storm-${host.now().toString(36)}-${count}`
    const { planned } = pace
    const storm: Storm = {
      progress: {
        stormId,
        kind,
        planned,
        raised: 0,
        stored: 0,
        done: false,
        stopped: false,
        lastCursor: repository.cursor(),
      },
      run: undefined,
    }
    storms.set(stormId, storm)
    for (const [id, { progress }] of storms) {
      if (storms.size <= KEPT_MAX) break
      if (progress.done) storms.delete(id)
    }
    storm.run = runPaced({
      host,
      ...pace,
      deliver: (from, to) => deliver(stormId, from, to),
      onEnd(error) {
        const progress = refresh(storm)
        progress.done = true
        progress.stopped = progress.stored < planned
        if (error !== undefined) deps.onError(error)
      },
    })
    return { stormId, planned }
  }
  const plannedOf = ({ ratePerSecond, forMs }: { ratePerSecond: number; forMs: number }) => ({
    ratePerSecond,
    planned: Math.max(1, Math.round((ratePerSecond * forMs) / 1000)),
  })
  /** The storm's own dice: the nth choice of one of a list. */
  const chooser = (seed: number | undefined, stream: number) => {
    const entity = count
    return <T>(list: readonly T[], n: number): T =>
      list[Math.floor(uniform(seed ?? directory.seed, entity, stream, n) * list.length)]!
  }
  /** A device that is there by now, and that speaks: fleets go, and come again, and devices fall silent while it rages. */
  const speaking = ({ sn }: Device, atMs: number): Device | undefined =>
    isSilentAt(deps.commands.commandsOf(sn), atMs) ? undefined : directory.deviceBySn(sn)
  /** The nth choice of a storm among the devices that can report something at a moment. */
  const deviceChooser = (seed: number | undefined) => {
    const choose = chooser(seed, STREAM.device)
    return (devices: readonly Device[], n: number, atMs: number): Device => {
      const chosen = choose(devices, n)
      const there = speaking(chosen, atMs)
      if (there) return there
      const at = devices.indexOf(chosen)
      for (let i = 1; i < devices.length; i++) {
        const next = speaking(devices[(at + i) % devices.length]!, atMs)
        if (next) return next
      }
      throw new PlatformError('conflict', 'The storm has no device left that can report.')
    }
  }

  const alarms = (order: AlarmStormOrder): Started => {
    const devices = stormDevices(directory, order.devices)
    const types = stormTypes(order.types)
    count++
    const deviceOf = deviceChooser(order.seed)
    const typeOf = chooser(order.seed, STREAM.type)
    const chnIds = new Map<string, number>()
    const chnIdOf = ({ sn, slot }: Device) => {
      const known = chnIds.get(sn)
      if (known !== undefined) return known
      const chnId = directory.channelsOf(slot)[0]?.chnId ?? 0
      chnIds.set(sn, chnId)
      return chnId
    }
    return start('alarms', plannedOf(order), async (stormId, from, to) => {
      const startMs = clock.now()
      // So that listeners can tell the delay.
      const raisedAt = host.now().toString(36)
      const list: AlarmDraft[] = []
      for (let n = from; n < to; n++) {
        const device = deviceOf(devices, n, startMs)
        const alarmSeq = `${stormId}-${n}-${raisedAt}`
        list.push({ sn: device.sn, chnId: chnIdOf(device), alarmSeq, ...typeOf(types, n), startMs })
      }
      // A storm of every kind there is loads the platform: it leaves the devices as they are.
      const raised = await (order.types?.length ? raise(list) : repository.raise(list))
      return { count: raised.length, cursor: raised[raised.length - 1]?.cursor ?? 0 }
    })
  }

  return {
    alarms,
    raise,
    sos(order) {
      const devices = stormDevices(directory, order.devices, hasSosButton)
      count++
      const deviceOf = deviceChooser(order.seed)
      return start('sos', plannedOf(order), async (_id, from, to) => {
        const atMs = clock.now()
        const pressed = Array.from({ length: to - from }, (_, i) => deviceOf(devices, from + i, atMs).sn)
        await deps.devices.act(pressed.map((sn) => ({ sn, action: { kind: 'sosPressed' } })))
        return { count: to - from }
      })
    },
    offline(order) {
      count++
      const seed = order.seed ?? directory.seed
      const entity = count
      let draws = 0
      const devices = deps.devices.pick(order.target, () => uniform(seed, entity, STREAM.share, draws++))
      if (devices.length === 0) throw new PlatformError('conflict', 'target: no device matches.', 'target')
      const outage = { kind: 'fault', fault: 'offline', on: true, forMs: order.outageMs } as const
      const pace = { planned: devices.length, ratePerSecond: order.ratePerSecond }
      return start('offline', pace, async (_id, from, to) => {
        const there = devices.slice(from, to).filter((sn) => directory.deviceBySn(sn))
        await deps.devices.act(there.map((sn) => ({ sn, action: outage })))
        return { count: there.length }
      })
    },
    gps(order) {
      const devices = stormDevices(directory, order.devices, ({ trafficIndex }) => trafficIndex !== undefined)
      count++
      const deviceOf = deviceChooser(order.seed)
      return start('gps', plannedOf(order), async (_id, from, to) => {
        const atMs = clock.now()
        for (let n = from; n < to; n++) locate(deps, deviceOf(devices, n, atMs), atMs)
        return { count: to - from }
      })
    },
    progress(stormId) {
      const storm = storms.get(stormId)
      return storm && refresh(storm)
    },
    list: () => [...storms.values()].map(refresh),
    stop(stormId) {
      const storm = storms.get(stormId)
      if (!storm) throw new PlatformError('notFound', 'stormId: there is no such storm.', 'stormId')
      storm.run?.stop()
      return refresh(storm)
    },
    [Symbol.dispose]() {
      for (const { run } of storms.values()) run?.stop()
    },
  }
}

/** A device reports where it is. */
function locate({ world, directory, publisher }: StormDeps, device: Device, atMs: number): void {
  if (device.trafficIndex === undefined) return
  const { longitude, latitude, speedKmh, directionDeg } = world.traffic.vehicleAt(device.trafficIndex, atMs)
  directory.setPosition(device.slot, longitude, latitude, atMs, speedKmh, directionDeg)
  publisher.gps([fixOf(device.sn, directory.state(device.slot))])
}
