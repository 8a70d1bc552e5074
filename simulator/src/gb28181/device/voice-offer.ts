/** Descriptions of sound between a device and its platform (annex F of 2016, RFC 4145 for TCP). */
import type { RtpLinkKind } from '../../media/ps/rtp-link.ts'
import { DISCARD_PORT } from '../../wire/sdp/discard-port.ts'
import { type GbSession, gbSdp } from '../../wire/sdp/gb-session.ts'
import { hasPcma, PCMA, PCMA_FORMAT } from '../../wire/sdp/gb-voice.ts'
import { writeSdp } from '../../wire/sdp/write-sdp.ts'
import { linkOf } from './media-offer.ts'

/** Whether a description is of G.711 A-law that can be sent and heard. */
export const isVoice = (offer: GbSession): boolean =>
  offer.media === 'audio' &&
  (offer.port > 0 || linkOf(offer) === 'tcp-passive') &&
  offer.direction !== 'inactive' &&
  /^[\d.]+$|:/.test(offer.connection.address) &&
  hasPcma(offer.payloads)

export function describeVoice(own: {
  kind: 'Play' | 'Talk'
  channelId: string
  host: string
  link: RtpLinkKind
  port: number
  ssrc: string
  direction: GbSession['direction']
}): Uint8Array {
  const { kind, channelId, host, link, port, ssrc, direction } = own
  const sdp = gbSdp({
    kind,
    ownerId: channelId,
    connection: { addressType: host.includes(':') ? 'IP6' : 'IP4', address: host },
    media: 'audio',
    port: link === 'tcp-active' ? DISCARD_PORT : port,
    transport: link === 'udp' ? 'udp' : 'tcp',
    ...(link !== 'udp' && {
      setup: link === 'tcp-active' ? ('active' as const) : ('passive' as const),
      reuse: 'new' as const,
    }),
    direction,
    payloads: [PCMA],
    ssrc,
    format: PCMA_FORMAT,
  })
  return new TextEncoder().encode(writeSdp(sdp))
}
