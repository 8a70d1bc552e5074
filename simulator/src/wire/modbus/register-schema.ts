/** Form of a place in the tables of Modbus: in files of polled controllers (docs/modbus.md) and in kind files. */
import { z } from 'zod'
import { SCALING_FIELDS } from '../scaling-schema.ts'
import { REGISTER_TYPES } from './register-values.ts'

/** Counts from 0. */
export const RegisterAddress = z.number().int().min(0).max(65_535)

/** Where a number is, without its table. */
export const REGISTER_FIELDS = {
  address: RegisterAddress,
  type: z.enum(REGISTER_TYPES, `must be one of ${REGISTER_TYPES.join(', ')}`).default('int16'),
  /** The low half comes first. */
  swapped: z.boolean().default(false),
  ...SCALING_FIELDS,
}
