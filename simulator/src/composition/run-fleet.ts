import type { Logger } from 'pino'
import { onlineAt } from '../devices/connectivity.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { createEngineHost } from '../fleet/engine-host.ts'
import { isDriven } from '../fleet/engine-rows.ts'
import { startEngineThread } from '../fleet/engine-thread.ts'
import { createFleetDrive, type FleetDrive } from '../fleet/fleet-drive.ts'
import type { FleetManager } from '../fleet/fleet-manager.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { Publisher } from '../kernel/publisher.ts'
import { createWorkSlices } from '../kernel/work-slices.ts'
import type { PackedCity } from '../world/city/packed-city.ts'
import type { BuiltWorld } from '../world/world.ts'

export type RunningFleet = {
  drive: FleetDrive
  /** Resolves when every device has its state. */
  ready: Promise<void>
}

const STEP_MS = 200
/** From here on a clock runs so fast that devices report in turns, each about once a host second. */
const IN_TURNS_ABOVE_RATE = 2
/** A fleet of this size runs in the main thread by default; one thread costs a start and a city of its own. */
const THREAD_ABOVE_DEVICES = 2000

/**
 * Runs the fleet as the platform clock passes: states and positions go into the directory, and changes go to the
 * channel. A large fleet moves into a thread of its own, at start or when devices are added.
 */
export function runFleet(
  deps: {
    world: BuiltWorld
    packedCity: PackedCity
    directory: Directory
    /** Fleets that come and go; left out: none does. */
    fleets?: Pick<FleetManager, 'beforeNotice'>
    commands: CommandLog
    outbox: Pick<Publisher, 'status' | 'moved'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    /** A fleet up to this size lives in the main thread. */
    threadAboveDevices?: number
  },
  disposal: Disposal,
): RunningFleet {
  const { world, directory, outbox, clock, commands, log } = deps
  const here = () => createEngineHost(world.seed, world.city, world.traffic.loops)
  const thread = () => startEngineThread(world.seed, deps.packedCity)
  const { threadAboveDevices = THREAD_ABOVE_DEVICES } = deps
  const isLarge = () => directory.deviceCount() > threadAboveDevices
  let inThread = isLarge()
  const drive = disposal.use(
    createFleetDrive({
      directory,
      hosts: [inThread ? thread() : here()],
      startMs: clock.now(),
      commandsOf: (sn) => commands.commandsOf(sn),
      rideOf: (index) => world.traffic.rideOf(index),
      onMoved: (slots) => outbox.moved(slots),
      onError: (error) =>
        log.error({ err: error }, 'the fleet thread failed; the fleet continues in the main thread'),
      spare: here,
      slices: createWorkSlices(),
    }),
  )
  deps.fleets?.beforeNotice(() => drive.settled())
  // The devices' first states are not published: they are the beginning.
  const ready = drive.refresh({ quiet: true })

  // The tree is right for those who load it at this moment; later findings of an engine are changes then.
  const begin = (device: Device) => {
    if (!isDriven(device)) return
    directory.beginOnline(
      device.slot,
      onlineAt(world.seed, device.entity, clock.now(), commands.commandsOf(device.sn)),
    )
  }
  const roll = rollOf(directory, (added, removed) => {
    if (removed.length > 0) drive.remove(removed)
    if (!inThread && isLarge()) {
      inThread = true
      void drive.changeHosts([thread()])
    } else if (added.length > 0) void drive.add(added)
  })
  const stops = [
    directory.onChange((change) => {
      if (change.kind === 'status') outbox.status([{ sn: change.sn, ...change.changed }])
      else if (change.kind === 'deviceAdded') {
        begin(change.device)
        roll.added(change.device)
      } else if (change.kind === 'deviceRemoved') roll.removed(change.device)
    }),
    commands.onCommand(({ sn, atMs }) => {
      const device = directory.deviceBySn(sn)
      if (device) void drive.recheck(device, atMs)
    }),
    commands.onCut(() => void drive.refresh()),
    clock.onChange(({ kind, toMs }) => {
      if (kind === 'jump') void drive.reset(toMs)
    }),
    deps.host.every(STEP_MS, () => void drive.step(clock.now(), clock.rate() > IN_TURNS_ABOVE_RATE)),
  ]
  for (const stop of stops) disposal.defer(stop)
  return { drive, ready }
}

/** Devices that come and go, gathered until the present piece of work is done: then `take` has them together. */
function rollOf(directory: Directory, take: (added: Device[], removed: Device[]) => void) {
  let added: Device[] = []
  let removed: Device[] = []
  const later = () => {
    if (added.length + removed.length > 1) return
    queueMicrotask(() => {
      const there = added.filter((device) => directory.device(device.slot) === device)
      const gone = removed
      added = []
      removed = []
      take(there, gone)
    })
  }
  return {
    added(device: Device) {
      added.push(device)
      later()
    },
    removed(device: Device) {
      removed.push(device)
      later()
    },
  }
}
