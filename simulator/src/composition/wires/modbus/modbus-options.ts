import { z } from 'zod'
import { askedPort } from '../../option-types.ts'

export const MODBUS_OPTIONS = {
  /** Modbus TCP server of the fleet's controllers. */
  modbusPort: askedPort,
  /** File of users' own controllers to poll. */
  modbusPoll: z.string().min(1).optional(),
}
