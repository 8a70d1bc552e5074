import { DAY_MS } from '@backlot/contract/time'
import type { FleetManager } from '../../fleet/fleet-manager.ts'
import { createIncidentRunner, type IncidentRunner } from '../../history/incident-runner.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import { createWorkSlices } from '../../kernel/work-slices.ts'
import { watchMachineClock } from '../../timeline/watch-machine-clock.ts'
import type { Base } from '../base.ts'
import type { openDevices } from '../open-devices.ts'
import type { OpenWorld, PlatformEnvironment } from '../open-world.ts'
import { type ClockMoves, createClockMoves } from './clock-moves.ts'

type Moments = PlatformEnvironment &
  OpenWorld &
  Pick<ReturnType<typeof openDevices>, 'alarms' | 'records'> & {
    fleets: FleetManager
    /** Puts devices where people placed them at a moment. */
    applyPlaces(atMs: number): void
  }

/** As platform time passes or is moved: incidents of devices become alarms, and everything follows the clock. */
export function openIncidents(
  deps: Moments & Pick<Parameters<typeof createIncidentRunner>[0], 'slices' | 'pastMs'>,
  disposal: Disposal,
): { runner: IncidentRunner; moves: ClockMoves } {
  const shared = { ...deps, repository: deps.records.alarms }
  const runner = createIncidentRunner(shared, disposal)
  return { runner, moves: createClockMoves({ ...shared, ...runner }, disposal) }
}

/** The same on a machine whose clock may be set, and which may sleep. */
export function openMoments(
  deps: Moments & Pick<Base, 'host' | 'troubles'> & { pastDays: number },
  disposal: Disposal,
): { runner: IncidentRunner; moves: ClockMoves } {
  const { host, clock, log } = deps
  const opened = openIncidents(
    { ...deps, slices: createWorkSlices(), pastMs: deps.pastDays * DAY_MS },
    disposal,
  )
  disposal.defer(
    watchMachineClock({
      host,
      clock,
      board: deps.troubles,
      lastRunMs: deps.lastRunMs,
      jump: (toMs) =>
        void opened.moves.jump(toMs).catch((error: unknown) => {
          log.error({ err: error }, 'the clock could not follow a sleep of the machine')
        }),
    }),
  )
  return opened
}
