import { z } from 'zod'
import { defineRtpFault } from './define-rtp-fault.ts'

/** Packets that do not arrive. */
export const rtpLoss = defineRtpFault({
  name: 'rtp-loss',
  summary: 'Loses RTP packets that devices send over UDP.',
  parameters: z.strictObject({
    /** Packets lost in a row, each time. */
    burst: z.number().int().min(1).max(1000).default(1),
  }),
  effect({ burst }) {
    let left = 0
    return (packet, isStruck) => {
      if (isStruck) left = burst
      if (left === 0) return [packet]
      left--
      return []
    }
  },
})
