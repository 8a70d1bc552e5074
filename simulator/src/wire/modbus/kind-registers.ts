/** Where devices of a kind have what in the tables of Modbus. */
import type { ModbusTable } from './modbus-requests.ts'
import type { RegisterType } from './register-values.ts'

/** A number in a table: what is shown is `raw × factor + offset`. A bit has no type. */
export type MappedRegister = {
  table: ModbusTable
  /** From 0. */
  address: number
  type: RegisterType
  /** The low half comes first. */
  swapped: boolean
  factor: number
  offset: number
}

export type KindRegisters = {
  /** By quantity; they are only read. */
  readings: Readonly<Record<string, MappedRegister>>
  /** By setting, in holding registers and coils: a write sets them. */
  settings: Readonly<Record<string, MappedRegister>>
}

export const isBitTable = (table: ModbusTable): boolean => table === 'coil' || table === 'discrete'
