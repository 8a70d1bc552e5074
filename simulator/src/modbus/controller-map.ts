/**
 * Where the controllers of the fleet have what, as a table; docs/modbus.md shows it. Input registers are the same in all:
 * the quantities of the device in their order, each a float in two registers from address 0 on.
 */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import {
  AgricultureParam,
  type ParamSection,
  SensorParam,
  SolarParam,
} from '@backlot/contract/sensors/params'
import type { z } from 'zod'

/** A setting of the console in a holding register: `register = value × scale`. */
export type SettingRegister = { field: string; scale: 1 | 10; isBoolean?: true }
/** What a discrete input tells. */
export type StateBit = 'loadFed' | 'charging' | 'contact1' | 'contact2'

export type ControllerMap = {
  section: ParamSection
  schema: z.ZodType
  /** Settings that are coils: relays. */
  coils: readonly string[]
  discrete: readonly StateBit[]
  holding: readonly SettingRegister[]
}

const COMMON: readonly SettingRegister[] = [
  { field: 'reportSeconds', scale: 1 },
  { field: 'maintenance', scale: 1, isBoolean: true },
]

export const CONTROLLER_MAPS: Readonly<Partial<Record<DeviceKind, ControllerMap>>> = {
  solarStation: {
    section: 'solarParam',
    schema: SolarParam,
    coils: ['loadOn'],
    discrete: ['loadFed', 'charging'],
    holding: [...COMMON, { field: 'cutOffPercent', scale: 1 }],
  },
  farmStation: {
    section: 'agricultureParam',
    schema: AgricultureParam,
    coils: [],
    discrete: [],
    holding: [...COMMON, { field: 'irrigateBelow', scale: 10 }, { field: 'irrigateTo', scale: 10 }],
  },
  sensorController: {
    section: 'sensorParam',
    schema: SensorParam,
    coils: ['output1', 'output2'],
    discrete: ['contact1', 'contact2'],
    holding: COMMON,
  },
}
