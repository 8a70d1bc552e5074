import { z } from 'zod'
import { DEVICE_TARGETS, deviceSpell } from './device-spell.ts'
import { defineFault } from './fault.ts'

/** Devices come and go. */
export const deviceFlap = defineFault({
  name: 'device-flap',
  summary: 'Makes devices go offline and online repeatedly.',
  targets: DEVICE_TARGETS,
  parameters: z.strictObject({
    /** One round of being there and being gone, platform time. */
    roundSeconds: z.number().min(2).max(86_400).default(20),
  }),
  attach: (context) =>
    deviceSpell(context, {
      begin: { kind: 'fault', fault: 'flapping', on: true, amount: context.parameters.roundSeconds },
      end: { kind: 'fault', fault: 'flapping', on: false },
    }),
})
