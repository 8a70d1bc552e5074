import { z } from 'zod'
import { defineRtpFault } from './define-rtp-fault.ts'

/** Packets that later ones overtake. */
export const rtpReorder = defineRtpFault({
  name: 'rtp-reorder',
  summary: 'Lets later RTP packets of devices over UDP overtake a packet.',
  parameters: z.strictObject({
    /** How many overtake it. */
    by: z.number().int().min(1).max(100).default(1),
  }),
  effect({ by }) {
    const held: { packet: unknown; left: number }[] = []
    return <Packet>(packet: Packet, isStruck: boolean) => {
      const sent: Packet[] = isStruck ? [] : [packet]
      // A struck packet counts for those held before it, so that none is held forever.
      for (const one of held) one.left--
      while (held[0]?.left === 0) sent.push(held.shift()!.packet as Packet)
      if (isStruck) held.push({ packet, left: by })
      return sent
    }
  },
})
