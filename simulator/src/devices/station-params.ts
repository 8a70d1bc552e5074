/** What is set on a station that measures, by what kind of station it is. */
import type { ParamSection } from '@backlot/contract/sensors/params'
import type { DeviceKind } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'

export const PARAM_SECTION: Partial<Record<DeviceKind, ParamSection>> = {
  hj212Station: 'sensorParam',
  sensorController: 'sensorParam',
  solarStation: 'solarParam',
  farmStation: 'agricultureParam',
  gasDetector: 'gasParam',
}

/** Whether somebody works on a station: its values are marked M. */
export function isMaintained(kind: DeviceKind, commands: readonly DeviceCommand[], epochMs: number): boolean {
  const section = PARAM_SECTION[kind]
  return commands.length > 0 && section !== undefined && configAt(commands, section, epochMs).maintenance
}
