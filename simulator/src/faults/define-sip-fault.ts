import { z } from 'zod'
import { type Aim, defineFault, type Fault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'
import type { DatagramCopies } from './sip-faults.ts'

/** What becomes of the next datagram of one device, in order. */
type DatagramEffect = (copies: DatagramCopies, isStruck: boolean) => DatagramCopies

/** Datagrams that devices send, those that they receive, or both. */
export const SipDirection = z.enum(['both', 'sent', 'received']).default('both')

/** A fault of the network between our own cameras and the platform of GB/T 28181 that they register at, over UDP. */
export function defineSipFault<
  Parameters extends z.ZodObject<{ direction: typeof SipDirection } & z.ZodRawShape>,
>(given: {
  name: string
  summary: string
  parameters: Parameters
  /** Called for each device. */
  effect(parameters: z.output<Parameters>, aim: Pick<Aim, 'draw'>): DatagramEffect
}): Fault {
  const { name, summary, parameters } = given
  return defineFault({
    name,
    summary,
    targets: MEDIA_TARGETS,
    parameters,
    attach({ parameters: chosen, target, aim, points }) {
      const matches = cameraMatcher(target, points.devices, aim.draw)
      const { direction } = chosen
      const devices = new Map<string, DatagramEffect>()
      const effectOf = (sn: string): DatagramEffect => {
        const known = devices.get(sn) ?? given.effect(chosen, aim)
        devices.set(sn, known)
        return known
      }
      const detach = points.sip.attach((sn, isSent, copies) => {
        const isMeant = direction === 'both' || (direction === 'sent') === isSent
        if (!isMeant || copies.length === 0 || !matches(sn)) return copies
        return effectOf(sn)(copies, aim.strikes())
      })
      return { detach }
    },
  })
}
