import type { Outbox } from '../channel/outbox.ts'
import { fixOf } from '../channel/snapshot.ts'
import type { Disposal } from '../disposal.ts'
import type { Directory } from '../fleet/directory.ts'
import { createFleetTicker } from '../fleet/fleet-ticker.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import type { CommandLog } from '../timeline/command-log.ts'
import type { World } from '../world/types.ts'

export type RunningFleet = {
  /** Brings the last positions of moving devices up to now: before somebody asks for all of them. */
  locateAll(): void
}

const STEP_MS = 200
/** Positions of devices that nobody watches are brought up to date that often, for lists and map windows. */
const LOCATE_MS = 5000

/**
 * Lets the fleet live as the platform clock passes: states and positions go into the directory, and what consoles
 * watch goes to them. `isWatched` asks for a device's slot.
 */
export function runFleet(
  deps: {
    world: World
    directory: Directory
    commands: CommandLog
    outbox: Outbox
    clock: PlatformClock
    host: HostClock
    isWatched(slot: number): boolean
  },
  disposal: Disposal,
): RunningFleet {
  const { directory, outbox, clock, commands } = deps
  const ticker = disposal.use(createFleetTicker(deps.world, directory, (sn) => commands.commandsOf(sn)))
  let reachedMs = clock.now()
  ticker.reset(reachedMs)

  const locateAll = () => {
    ticker.locate(movingSlots(directory), clock.now())
  }
  const step = () => {
    const nowMs = clock.now()
    if (nowMs === reachedMs) return
    const fixes = ticker.step(reachedMs, nowMs, deps.isWatched)
    reachedMs = nowMs
    outbox.gps(fixes.map(({ sn, slot }) => fixOf(sn, directory.state(slot))))
  }

  const stops = [
    // From here on every change of a status is news; those of the reset above are the beginning.
    directory.onChange((change) => {
      if (change.kind === 'status') outbox.status([{ sn: change.sn, ...change.changed }])
    }),
    commands.onCommand(({ sn, atMs }) => {
      const slot = directory.slotOf(sn)
      if (slot !== undefined) ticker.recheck(slot, atMs)
    }),
    commands.onCut(() => ticker.reset(clock.now())),
    clock.onChange(({ kind, toMs }) => {
      if (kind !== 'jump') return
      reachedMs = toMs
      ticker.reset(toMs)
    }),
    deps.host.every(STEP_MS, step),
    deps.host.every(LOCATE_MS, locateAll),
  ]
  for (const stop of stops) disposal.defer(stop)
  return { locateAll }
}

function* movingSlots(directory: Directory): Generator<number> {
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    if (directory.device(slot)?.trafficIndex !== undefined) yield slot
  }
}
