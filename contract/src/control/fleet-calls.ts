import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { FleetSpec } from './fleet-spec.ts'

const access = ACCESS.control
const origin = 'assumed' as const
const FleetId = z.string().min(1).max(32)

export const controlAddFleet = post('/control/fleets', {
  name: 'control.addFleet',
  summary: 'Adds devices while the platform runs. Replies when all of them exist.',
  origin,
  access,
  body: FleetSpec,
  data: z.object({ fleetId: FleetId, added: z.number().int() }),
})

export const controlRemoveFleet = post('/control/fleets/remove', {
  name: 'control.removeFleet',
  summary: 'Removes the devices of an added fleet, and the groups created for it.',
  origin,
  access,
  body: z.object({ fleetId: FleetId }),
  data: z.object({ fleetId: FleetId, removed: z.number().int() }),
})

export const controlFleets = get('/control/fleets', {
  name: 'control.fleets',
  summary: 'Added fleets that still exist.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    list: z.array(
      z.object({
        fleetId: FleetId,
        name: z.string(),
        kind: z.string(),
        count: z.number().int(),
        online: z.number().int(),
        group: z.string(),
        wire: z.boolean(),
        /** Platform time from which the devices are there, epoch milliseconds. */
        addedAtMs: z.number().int(),
      }),
    ),
  }),
})

export const FLEET_CALLS = [controlAddFleet, controlRemoveFleet, controlFleets]
