import { z } from 'zod'
import { DEVICE_FAULTS } from '../devices/faults.ts'
import { DEVICE_TARGETS, deviceSpell } from './device-spell.ts'
import { defineFault } from './fault.ts'

/** Anything that goes wrong with devices as in life (devices/faults.ts): lost satellites, stuck sensors, weak signal … */
export const deviceTrouble = defineFault({
  name: 'device-trouble',
  summary: 'Starts a device fault: gpsLost, stuckSensor, weakSignal …',
  targets: DEVICE_TARGETS,
  parameters: z.strictObject({
    trouble: z.enum(DEVICE_FAULTS),
    /** In the trouble's own unit; left out: its default. */
    amount: z.number().optional(),
  }),
  attach: (context) => {
    const { trouble, amount } = context.parameters
    return deviceSpell(context, {
      begin: { kind: 'fault', fault: trouble, on: true, ...(amount === undefined ? {} : { amount }) },
      end: { kind: 'fault', fault: trouble, on: false },
    })
  },
})
