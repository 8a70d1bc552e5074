import { z } from 'zod'
import { DEVICE_TARGETS, deviceSpell } from './device-spell.ts'
import { defineFault } from './fault.ts'

/**
 * Devices stay connected and send nothing: no positions, readings, alarms or live pictures, and on a wire no packet at
 * all.
 */
export const deviceSilence = defineFault({
  name: 'device-silence',
  summary: 'Keeps devices connected, but they send nothing.',
  targets: DEVICE_TARGETS,
  parameters: z.strictObject({}),
  attach: (context) =>
    deviceSpell(context, {
      begin: { kind: 'fault', fault: 'silent', on: true },
      end: { kind: 'fault', fault: 'silent', on: false },
    }),
})
