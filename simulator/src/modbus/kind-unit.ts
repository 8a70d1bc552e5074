/** A device of a kind file as tables of Modbus: only the addresses that its file names are there. */
import { isBitTable, type KindRegisters, type MappedRegister } from '../wire/modbus/kind-registers.ts'
import type { ModbusTable } from '../wire/modbus/modbus-requests.ts'
import { registersOf, registerValue, valueRegisters } from '../wire/modbus/register-values.ts'
import { inTurn, type ModbusUnit } from './modbus-unit.ts'

/** The device behind a unit. */
export type KindPort = {
  sn: string
  answers(): boolean
  /** Present values by quantity; NaN: it has none now. */
  values(): ReadonlyMap<string, number>
  settings(): readonly { name: string; value: number }[]
  /** Resolves when they hold; false: one of them is beyond its bounds, and none is set. */
  set(settings: Readonly<Record<string, number>>): Promise<boolean>
}

/** A number of the file, and how many addresses it takes. */
type Entry = { name: string; isSetting: boolean; register: MappedRegister; width: number }

export function createKindUnit(registers: KindRegisters, device: KindPort): ModbusUnit {
  const entries = new Map<string, Entry>()
  const add = (isSetting: boolean) => (given: [string, MappedRegister]) => {
    const [name, register] = given
    const width = isBitTable(register.table) ? 1 : registersOf(register.type)
    for (let n = 0; n < width; n++)
      entries.set(`${register.table} ${register.address + n}`, { name, isSetting, register, width })
  }
  Object.entries(registers.readings).forEach(add(false))
  Object.entries(registers.settings).forEach(add(true))

  /** What stands at neighbouring addresses; undefined: one of them is not there. */
  const entriesAt = (table: ModbusTable, address: number, count: number): Entry[] | undefined => {
    const found = Array.from({ length: count }, (_, n) => entries.get(`${table} ${address + n}`))
    return found.includes(undefined) ? undefined : (found as Entry[])
  }
  const write: ModbusUnit['write'] = async (table, address, values) => {
    const found = entriesAt(table, address, values.length)
    if (!found) return 'address'
    const asked: Record<string, number> = {}
    for (let n = 0; n < found.length; ) {
      const { name, isSetting, register, width } = found[n]!
      // A value that is written by half would hold for a moment as a number that nobody meant.
      if (!isSetting || register.address !== address + n || n + width > found.length) return 'address'
      const part = values.slice(n, n + width)
      const raw = isBitTable(table) ? part[0] : registerValue(register.type, part, register.swapped)
      if (raw === undefined) return 'value'
      // A float has no more than nine digits, a whole number of 32 bits ten.
      const digits = register.type === 'float32' ? 9 : 12
      asked[name] = Number((raw * register.factor + register.offset).toPrecision(digits))
      n += width
    }
    return (await device.set(asked)) ? 'done' : 'value'
  }

  return {
    sn: device.sn,
    answers: () => device.answers(),
    read(table, address, count) {
      const found = entriesAt(table, address, count)
      if (!found) return undefined
      const settings = new Map(device.settings().map(({ name, value }) => [name, value]))
      const readings = found.every(({ isSetting }) => isSetting) ? undefined : device.values()
      return found.map(({ name, isSetting, register }, n) => {
        const value = (isSetting ? settings : readings)?.get(name) ?? Number.NaN
        const raw = (value - register.offset) / register.factor
        if (isBitTable(table)) return Number.isNaN(raw) || raw === 0 ? 0 : 1
        return valueRegisters(register.type, raw, register.swapped)[address + n - register.address]!
      })
    },
    write: inTurn(write),
  }
}
