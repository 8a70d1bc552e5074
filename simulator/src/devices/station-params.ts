/** Parameters of a measuring station, by its kind. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { ParamSection } from '@backlot/contract/sensors/params'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import type { StationFamily } from './device-kind.ts'
import { KINDS } from './kinds.ts'

const SECTIONS: Readonly<Record<StationFamily, ParamSection>> = {
  hjt212: 'sensorParam',
  solar: 'solarParam',
  agriculture: 'agricultureParam',
  gas: 'gasParam',
}

/** Whether somebody works on a station: its values are marked M. */
export function isMaintained(kind: DeviceKind, commands: readonly DeviceCommand[], epochMs: number): boolean {
  const { family } = KINDS[kind]
  return (
    commands.length > 0 && family !== undefined && configAt(commands, SECTIONS[family], epochMs).maintenance
  )
}
