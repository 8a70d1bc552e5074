import type { SipPeer } from '../../sip/sip-net.ts'

/** A registered device. */
export type GbSession = {
  sn: string
  /** Where its last REGISTER or keepalive came from: NAT may have changed what its Contact says. */
  peer: SipPeer
  /** Call-ID of its registrations: a device that restarts has a new one (RFC 3261 section 10.2.4). */
  callId: string | undefined
  sinceMs: number
  heardMs: number
  expiresAtMs: number
  keepaliveAtMs: number | undefined
  /** Its own interval, as seen so far, within limits. */
  keepaliveMs: number
  /** Edition of 2022 (X-GB-Ver 3.0). */
  is2022: boolean
  catalog: 'none' | 'asking' | 'whole'
  catalogAskedMs: number
  messages: number
  isOver: boolean
  /** Ends what belongs to it; what ends by itself leaves. */
  ends: Set<() => void>
}
