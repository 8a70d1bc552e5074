/** Modbus of a kind file, as the server of the fleet's controllers uses it. */
import { isBitTable, type KindRegisters, type MappedRegister } from '../../wire/modbus/kind-registers.ts'
import { REGISTER_RANGES, registersOf } from '../../wire/modbus/register-values.ts'
import { checkKnown } from './kind-names.ts'
import type { KindProblem } from './kind-problem.ts'
import type { KindFile } from './kind-schema.ts'

const ADDRESSES = 65_536

/** A kind's registers, with their mistakes; undefined: it has none. */
export function kindModbusOf(file: KindFile, problems: KindProblem[]): KindRegisters | undefined {
  const { modbus, quantities, settings = {} } = file
  if (!modbus) return undefined
  checkKnown(problems, ['modbus', 'readings'], 'quantity', modbus.readings, quantities)
  checkKnown(problems, ['modbus', 'settings'], 'setting', modbus.settings, settings)
  const owners = new Map<string, string>()
  const take = (part: 'readings' | 'settings', name: string, register: MappedRegister): void => {
    const { table, address, type } = register
    const path = ['modbus', part, name, 'address']
    const width = isBitTable(table) ? 1 : registersOf(type)
    if (address + width > ADDRESSES) {
      problems.push({ path, message: `${type} takes two registers, and ${address} is the last one` })
      return
    }
    for (let at = address; at < address + width; at++) {
      const owner = owners.get(`${table} ${at}`)
      if (owner) {
        const what = isBitTable(table) ? `${table} ${at}` : `${table} register ${at}`
        problems.push({ path, message: `the ${what} is that of '${owner}' too: choose another address` })
        return
      }
    }
    for (let at = address; at < address + width; at++) owners.set(`${table} ${at}`, name)
  }
  for (const [name, register] of Object.entries(modbus.readings)) take('readings', name, register)
  for (const [name, register] of Object.entries(modbus.settings)) {
    take('settings', name, register)
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
    const [least, most] = rangeOf(register)
    if (setting && (setting.min < least || setting.max > most)) {
      problems.push({
        path: ['modbus', 'settings', name],
        message: `holds ${shown(least)} to ${shown(most)}, and the setting is from ${setting.min} to ${setting.max}: choose another type or factor`,
      })
    }
  }
  return modbus
}

/** Least and greatest value that a register can hold. */
function rangeOf({ table, type, factor, offset }: MappedRegister): [number, number] {
  const raw = isBitTable(table) ? [0, 1] : type === 'float32' ? [-3.4e38, 3.4e38] : REGISTER_RANGES[type]
  const [one, other] = raw.map((each) => each * factor + offset) as [number, number]
  return one < other ? [one, other] : [other, one]
}

const shown = (value: number) => String(Number(value.toPrecision(9)))
