import type { z } from 'zod'
import { defineFault, type Fault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** What is sent for the next packet of one sender, in order; nothing: it is lost. */
type PacketEffect = <Packet>(packet: Packet, isStruck: boolean) => readonly Packet[]

/** A fault of the network between a device and who receives its RTP packets over UDP. */
export function defineRtpFault<Parameters extends z.ZodObject>(given: {
  name: string
  summary: string
  parameters: Parameters
  /** Called for each sender. */
  effect(parameters: z.output<Parameters>): PacketEffect
}): Fault {
  const { name, summary, parameters } = given
  return defineFault({
    name,
    summary,
    targets: MEDIA_TARGETS,
    parameters,
    attach({ parameters: chosen, target, aim, points }) {
      const matches = cameraMatcher(target, points.devices, aim.draw)
      const senders = new WeakMap<object, PacketEffect>()
      const effectOf = (sender: object): PacketEffect => {
        const known = senders.get(sender) ?? given.effect(chosen)
        senders.set(sender, known)
        return known
      }
      const detach = points.media.attach({
        packets(sn, sender, packets) {
          if (!matches(sn)) return packets
          const effect = effectOf(sender)
          return packets.flatMap((packet) => effect(packet, aim.strikes()))
        },
      })
      return { detach }
    },
  })
}
