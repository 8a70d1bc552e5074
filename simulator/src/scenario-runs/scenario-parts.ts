import type { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import type { ClockMoves } from '../composition/clock/clock-moves.ts'
import type { Faults } from '../faults/create-faults.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { FleetManager } from '../fleet/fleet-manager.ts'
import type { CameraPoses } from '../history/camera-poses.ts'
import type { InterventionLog } from '../history/intervention-log.ts'
import type { StationReading } from '../history/station-readings.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'
import type { ControlledClock } from '../timeline/platform-clock.ts'
import type { World } from '../world/types.ts'
import type { Storms } from './storms.ts'

/** Parts of a platform that a scenario's actions and expectations use, with or without sockets. */
export type ScenarioParts = {
  world: World
  directory: Directory
  store: Store
  clock: ControlledClock
  host: HostClock
  moves: ClockMoves
  commands: CommandLog
  interventionLog: Pick<InterventionLog, 'append'>
  poses: CameraPoses
  repository: AlarmRepository
  storms: Storms
  faults: Faults
  fleets: FleetManager
  /** Last readings of a station; undefined when it is none. */
  readings(sn: string): readonly StationReading[] | undefined
}
