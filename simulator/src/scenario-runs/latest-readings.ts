import type { StationFamily } from '../devices/device-kind.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import { createStationReadings, type StationReading } from '../history/station-readings.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import type { World } from '../world/types.ts'

const FAMILIES: readonly StationFamily[] = ['hjt212', 'solar', 'agriculture', 'gas']

/** Last readings of a station of any family. */
export function latestReadings(
  world: World,
  directory: Directory,
  commands: Pick<CommandLog, 'commandsOf'>,
  clock: Pick<PlatformClock, 'now'>,
): (sn: string) => readonly StationReading[] | undefined {
  const readings = createStationReadings(world, directory, (sn) => commands.commandsOf(sn))
  return (sn) => {
    for (const family of FAMILIES) {
      const found = readings.latest(sn, family, clock.now())
      if (found) return found
    }
    return undefined
  }
}
