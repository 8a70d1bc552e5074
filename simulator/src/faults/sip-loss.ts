import { z } from 'zod'
import { defineSipFault, SipDirection } from './define-sip-fault.ts'

/** Datagrams that do not arrive. */
export const sipLoss = defineSipFault({
  name: 'sip-loss',
  summary: 'Loses SIP datagrams between own cameras and the platform that they register at.',
  parameters: z.strictObject({
    /** Datagrams lost in a row, each time. */
    burst: z.number().int().min(1).max(1000).default(1),
    direction: SipDirection,
  }),
  effect({ burst }) {
    let left = 0
    return (copies, isStruck) => {
      if (isStruck) left = burst
      if (left === 0) return copies
      left--
      return []
    }
  },
})
