import { z } from 'zod'
import { DEVICE_TARGETS, deviceSpell } from './device-spell.ts'
import { defineFault } from './fault.ts'

/** Devices cannot be reached. */
export const deviceOffline = defineFault({
  name: 'device-offline',
  summary: 'Makes devices unreachable.',
  targets: DEVICE_TARGETS,
  parameters: z.strictObject({}),
  attach: (context) =>
    deviceSpell(context, {
      begin: { kind: 'fault', fault: 'offline', on: true },
      end: { kind: 'fault', fault: 'offline', on: false },
    }),
})
