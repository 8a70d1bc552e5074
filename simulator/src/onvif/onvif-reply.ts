import type { OnvifAddress } from './onvif-address.ts'

/** A reply that was sent. `failed`: by our own fault. */
export type OnvifReply = {
  /** Undefined: of no camera of ours. */
  sn: string | undefined
  outcome: 'answered' | 'refused' | 'wrongLogin' | 'failed'
  /** Since the request's head had come. Undefined where it says nothing: it waited for events, or was held back. */
  tookMs: number | undefined
}
/** What is known of a reply before it is sent. */
export type ReplyNote = { beganMs: number; address?: OnvifAddress; isWrongLogin?: true; isOurFault?: true }

export function replyOf(
  { beganMs, address, isWrongLogin, isOurFault }: ReplyNote,
  status: number,
  nowMs: number,
): OnvifReply {
  const refusal = isWrongLogin ? 'wrongLogin' : status >= 400 ? 'refused' : undefined
  const waits = isWrongLogin || address?.kind === 'subscription'
  return {
    sn: address?.sn,
    outcome: isOurFault ? 'failed' : (refusal ?? 'answered'),
    tookMs: waits ? undefined : nowMs - beganMs,
  }
}
