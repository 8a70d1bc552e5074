import {
  controlAddFaults,
  controlFaultKinds,
  controlFaultRecord,
  controlFaults,
  controlRemoveFaults,
} from '@backlot/contract/control/fault-calls'
import { z } from 'zod'
import { type Route, route } from '../calls/route.ts'
import type { Faults } from '../faults/create-faults.ts'
import { FAULTS } from '../faults/fault-list.ts'

/** Calls of faults: add, list, remove. */
export function faultRoutes(faults: Faults): Route[] {
  return [
    route(controlFaults, () => ({ list: faults.list() })),
    route(controlFaultRecord, () => ({ list: faults.record() })),
    route(controlFaultKinds, () => ({
      list: FAULTS.map(({ name, summary, targets, parameters }) => ({
        name,
        summary,
        targets: [...targets],
        parameters: z.toJSONSchema(parameters, { io: 'input' }) as Record<string, unknown>,
      })),
    })),
    route(controlAddFaults, async ({ body }) => ({ list: await faults.add(body.faults) })),
    route(controlRemoveFaults, async ({ body }) => ({ removed: await faults.remove(body.ids) })),
  ]
}
