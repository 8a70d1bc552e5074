import { z } from 'zod'
import { defineRtpFault } from './define-rtp-fault.ts'

/** Packets that arrive more than once. */
export const rtpDuplicate = defineRtpFault({
  name: 'rtp-duplicate',
  summary: 'Sends RTP packets of devices over UDP more than once.',
  parameters: z.strictObject({
    /** Further copies of each packet. */
    copies: z.number().int().min(1).max(10).default(1),
  }),
  effect:
    ({ copies }) =>
    (packet, isStruck) =>
      isStruck ? Array.from({ length: copies + 1 }, () => packet) : [packet],
})
