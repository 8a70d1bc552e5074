/** A controller of the fleet as four tables of Modbus. */

import type { ModbusTable } from '../wire/modbus/modbus-requests.ts'
import { valueRegisters } from '../wire/modbus/register-values.ts'
import type { ControllerMap, StateBit } from './controller-map.ts'

export type ModbusUnit = {
  sn: string
  /** Whether it is online and answers. */
  answers(): boolean
  /** Neighbours of a table; undefined: one of the addresses is not there. */
  read(table: ModbusTable, address: number, count: number): number[] | undefined
  /**
   * Writes neighbours all at once, as the console sets them, after the writes before; 'value': the device does not take
   * one of these values; 'address': one of the addresses is not there, or not to be written.
   */
  write(table: 'coil' | 'holding', address: number, values: readonly number[]): Promise<WriteResult>
}

export type WriteResult = 'done' | 'value' | 'address'

type Settings = Record<string, number | boolean>

/** The device behind a unit. */
export type ControllerPort = {
  sn: string
  answers(): boolean
  /** Present values of its quantities, in their order; NaN: its line does not bring it one. */
  values(): number[]
  state(bit: StateBit): boolean
  settings(): Settings
  /** Resolves when they hold. */
  set(settings: Settings): Promise<void>
}

export function createModbusUnit(map: ControllerMap, device: ControllerPort): ModbusUnit {
  const { coils, discrete, holding, schema } = map
  const write: ModbusUnit['write'] = async (table, address, values) => {
    if (address + values.length > (table === 'coil' ? coils : holding).length) return 'address'
    const settings = device.settings()
    const asked = { ...settings }
    for (const [n, value] of values.entries()) {
      if (table === 'coil') asked[coils[address + n]!] = value === 1
      else {
        const { field, scale, isBoolean } = holding[address + n]!
        if (isBoolean && value > 1) return 'value'
        asked[field] = isBoolean ? value === 1 : value / scale
      }
    }
    if (!schema.safeParse(asked).success) return 'value'
    if (Object.entries(asked).some(([field, value]) => settings[field] !== value)) await device.set(asked)
    return 'done'
  }

  const tableOf = (table: ModbusTable): number[] => {
    if (table === 'input') return device.values().flatMap((value) => valueRegisters('float32', value))
    if (table === 'discrete') return discrete.map((bit) => (device.state(bit) ? 1 : 0))
    const settings = device.settings()
    if (table === 'coil') return coils.map((field) => (settings[field] ? 1 : 0))
    return holding.map(({ field, scale }) => Math.round(Number(settings[field]) * scale) & 0xffff)
  }

  return {
    sn: device.sn,
    answers: () => device.answers(),
    read(table, address, count) {
      const all = tableOf(table)
      return address + count > all.length ? undefined : all.slice(address, address + count)
    },
    write: inTurn(write),
  }
}

/** Each write waits for the ones before: a setting is stored with all others of its device, as they are then. */
export function inTurn(write: ModbusUnit['write']): ModbusUnit['write'] {
  let before: Promise<unknown> = Promise.resolve()
  return (table, address, values) => {
    const written = before.then(() => write(table, address, values))
    before = written.catch(() => undefined)
    return written
  }
}
