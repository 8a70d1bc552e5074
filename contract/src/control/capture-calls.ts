import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'
import { nothing } from '../envelope.ts'
import { CAPTURED_WIRES } from '../pcapng/wires.ts'
import { CAPTURE_LIMITS } from './constants.ts'
import { listOf } from './list-of.ts'

/** Captures of the wires, as files that Wireshark opens. */
export const controlCapture = get('/control/capture', {
  name: 'control.capture',
  summary:
    'Captures packets of the wires as pcapng: of the next seconds, or, with `from` and `to`, what devices said then.',
  origin: 'assumed',
  access: ACCESS.control,
  query: z.object({
    /** Wires, with commas between them; all without. Of the past: hj212 and jt808. */
    wires: listOf(CAPTURED_WIRES).optional(),
    /** Serial numbers, with commas between them; all devices without. The past needs some. */
    sn: z
      .string()
      .max(2000)
      .transform((text) => [...new Set(text.split(',').filter((sn) => sn !== ''))])
      .pipe(z.array(z.string().max(64)).min(1).max(CAPTURE_LIMITS.devices))
      .optional(),
    /** Length, host seconds. */
    seconds: z.coerce.number().min(0.1).max(CAPTURE_LIMITS.seconds).optional(),
    /** Ends after so many packets. */
    packets: z.coerce.number().int().min(1).max(CAPTURE_LIMITS.packets).optional(),
    /** The past: platform times, epoch milliseconds, `to` excluded. */
    from: z.coerce.number().int().min(0).optional(),
    to: z.coerce.number().int().min(0).optional(),
  }),
  data: nothing,
  raw: { reply: 'application/x-pcapng' },
})

export const CAPTURE_CALLS = [controlCapture]
