/** Which requests bring everything that is wanted of a controller: neighbours together. */
import { type ModbusTable, READ_MAX } from '../../wire/modbus/modbus-requests.ts'
import { registersOf } from '../../wire/modbus/register-values.ts'
import type { PolledDevice } from './read-poll-file.ts'

export type PollRequest = { table: ModbusTable; address: number; count: number }

/** Registers and bits between two wanted ones that are read along: a request costs more than they do. */
const GAP_MAX = 8

export function pollPlan({ readings, alarms }: Pick<PolledDevice, 'readings' | 'alarms'>): PollRequest[] {
  const wanted: PollRequest[] = [
    ...Object.values(readings).map(({ table, address, type }) => ({
      table,
      address,
      count: isBits(table) ? 1 : registersOf(type),
    })),
    ...Object.values(alarms).map(({ table, address }) => ({ table, address, count: 1 })),
  ].sort((a, b) => a.table.localeCompare(b.table) || a.address - b.address)
  const plan: PollRequest[] = []
  for (const each of wanted) {
    const last = plan.at(-1)
    const most = isBits(each.table) ? READ_MAX.bits : READ_MAX.registers
    const end = each.address + each.count
    const isNear = last?.table === each.table && each.address <= last.address + last.count + GAP_MAX
    if (last && isNear && end - last.address <= most) last.count = Math.max(last.count, end - last.address)
    else plan.push({ ...each })
  }
  return plan
}

export const isBits = (table: ModbusTable): boolean => table === 'coil' || table === 'discrete'
