/** Form of Modbus in a kind file: where its devices have quantities and settings. */
import { z } from 'zod'
import { MODBUS_TABLES } from '../../wire/modbus/modbus-requests.ts'
import { REGISTER_FIELDS } from '../../wire/modbus/register-schema.ts'

const Reading = z.strictObject({ table: z.enum(MODBUS_TABLES).default('input'), ...REGISTER_FIELDS })
const Setting = z.strictObject({ table: z.enum(['holding', 'coil']).default('holding'), ...REGISTER_FIELDS })

export const KindModbusSchema = z.strictObject({
  readings: z.record(z.string().min(1).max(32), Reading).default({}),
  settings: z.record(z.string().min(1).max(32), Setting).default({}),
})
