import { z } from 'zod'
import { ACCESS } from '../../access.ts'
import { emptyQuery, get } from '../../call.ts'
import { gatewayFields } from '../../control/gateway-state.ts'

export const controlModbus = get('/control/modbus', {
  name: 'control.modbus',
  summary: 'Modbus TCP: counters of the server, its units, and the polled controllers.',
  origin: 'assumed',
  access: ACCESS.control,
  query: emptyQuery,
  data: z.object({
    ...gatewayFields,
    /** Controllers of the fleet by their unit numbers. */
    units: z.array(z.object({ unit: z.number().int(), sn: z.string(), answers: z.boolean() })),
    /** Users' own controllers. */
    polled: z.array(
      z.object({
        sn: z.string(),
        /** host:port, and the unit there. */
        remote: z.string(),
        unit: z.number().int(),
        isOnline: z.boolean(),
        /** When it last answered, by the host's clock; null: never. */
        heardMs: z.number().nullable(),
        /** Why the last poll brought nothing. */
        trouble: z.string().optional(),
      }),
    ),
  }),
})

export const MODBUS_CALLS = [controlModbus]
