/** What an INVITE asks for, and the answer to it (annex F of 2016, annex G of 2022; RFC 4145 for TCP). */
import type { RtpLinkKind, RtpPeer } from '../../media/ps/rtp-link.ts'
import { readSubject } from '../../wire/gb28181/subject.ts'
import { DISCARD_PORT } from '../../wire/sdp/discard-port.ts'
import { type GbSession, gbSdp } from '../../wire/sdp/gb-session.ts'
import { ssrcDomain, ssrcNumber, writeGbSsrc } from '../../wire/sdp/gb-ssrc.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { writeSdp } from '../../wire/sdp/write-sdp.ts'
import { headerValue, type SipRequest } from '../../wire/sip/sip-message.ts'
import { readSipUri } from '../../wire/sip/sip-uri.ts'
import type { GbPlayback } from './ports.ts'

export type MediaOffer = {
  session: GbSession
  kind: 'Play' | 'Playback' | 'Download'
  link: RtpLinkKind
  peer: RtpPeer
  payloadType: number
  ssrc: number
  /** As y= has it: ten digits. */
  ssrcText: string
  span?: { fromMs: number; toMs: number }
}
type Refused = { ok: false; status: 400 | 415 | 488; reason: string }

export const SDP_TYPE = { name: 'Content-Type', value: 'application/sdp' }

const no = (status: Refused['status'], reason: string): Refused => ({
  ok: false,
  status,
  reason: reason.replace(/[^ -~]/g, '?').slice(0, 80),
})

/** The description in an INVITE. */
export function readDescription(request: SipRequest): { ok: true; session: GbSession } | Refused {
  const type = headerValue(request, 'Content-Type') ?? 'application/sdp'
  if (!/^application\/sdp\b/i.test(type)) return no(415, 'Not a session description')
  const sdp = readSdp(request.body)
  if (!sdp.ok) return no(400, `Bad SDP: ${sdp.problem.message}`)
  const read = readGbSession(sdp.value)
  if (!read.ok) return no(read.problem.code === 'value' ? 400 : 488, read.problem.message)
  return { ok: true, session: read.value }
}

/** How its stream travels, seen from here. */
export const linkOf = ({ transport, setup }: GbSession): RtpLinkKind =>
  transport === 'udp' ? 'udp' : setup === 'active' ? 'tcp-passive' : 'tcp-active'

/** Whom an INVITE is for: the id in the Request-URI; a platform that puts the device there names the channel in Subject. */
export function targetOf(request: SipRequest, deviceId: string): string {
  const uri = readSipUri(request.uri)
  const user = uri.ok ? (uri.value.user ?? '') : ''
  const subject = user === deviceId ? readSubject(headerValue(request, 'Subject') ?? '') : undefined
  return subject?.ok ? subject.value.senderId : user
}

/**
 * What a description asks for. A device sends MPEG-PS alone: an offer without it, without a stream of pictures, or
 * without a place to send to is not acceptable (488). Without y= the SSRC is one of the device's own; `serial` numbers it.
 */
export function readOffer(
  session: GbSession,
  ownId: string,
  serial: number,
): { ok: true; value: MediaOffer } | Refused {
  const { kind = 'Play', connection, port, span } = session
  if (kind === 'Talk' || session.media !== 'video') return no(488, 'Pictures alone')
  if (session.direction === 'sendonly' || session.direction === 'inactive') return no(488, session.direction)
  const ps = session.payloads.find(({ encoding }) => encoding.toUpperCase() === 'PS')
  if (!ps) return no(488, 'PS alone')
  if (kind !== 'Play' && !span) return no(488, 'No times')
  const link = linkOf(session)
  // Who connects to us has any port (RFC 4145, 4.1: it says 9).
  if (port === 0 && link !== 'tcp-passive') return no(488, 'No port')
  if (!/^[\d.]+$|:/.test(connection.address)) return no(488, 'No IP address')
  const isHistory = kind !== 'Play'
  const own = writeGbSsrc({ history: isHistory, domain: ssrcDomain(ownId), serial: serial % 10_000 })
  const ssrcText = session.ssrc !== undefined && ssrcNumber(session.ssrc) !== undefined ? session.ssrc : own
  return {
    ok: true,
    value: {
      session,
      kind,
      link,
      peer: { host: connection.address, port },
      payloadType: ps.type,
      ssrc: ssrcNumber(ssrcText)!,
      ssrcText,
      ...(isHistory && span && { span: { fromMs: span.startS * 1000, toMs: span.stopS * 1000 } }),
    },
  }
}

export function answerOffer(
  offer: MediaOffer,
  own: { channelId: string; host: string; port: number; codec: 'H264' | 'H265' } & Pick<
    GbPlayback,
    'fileSizeBytes' | 'downloadSpeed'
  >,
): Uint8Array {
  const { session, kind, link, ssrcText, payloadType } = offer
  const addressType = own.host.includes(':') ? ('IP6' as const) : ('IP4' as const)
  const answer: GbSession = {
    kind,
    ownerId: own.channelId,
    connection: { addressType, address: own.host },
    media: 'video',
    port: link === 'tcp-active' ? DISCARD_PORT : own.port,
    transport: session.transport,
    direction: 'sendonly',
    payloads: [{ type: payloadType, encoding: 'PS', clockHz: 90_000 }],
    ssrc: ssrcText,
    format: `v/${own.codec === 'H265' ? 5 : 2}////a/1/8/1`,
    ...(session.source && { source: session.source }),
    ...(session.span && kind !== 'Play' && { span: session.span }),
    ...(link !== 'udp' && {
      setup: link === 'tcp-active' ? ('active' as const) : ('passive' as const),
      reuse: 'new' as const,
    }),
    ...(session.downloadSpeed !== undefined && {
      downloadSpeed: own.downloadSpeed ?? session.downloadSpeed,
    }),
    ...(kind === 'Download' && own.fileSizeBytes !== undefined && { fileSizeBytes: own.fileSizeBytes }),
    ...(session.streamNumber !== undefined && { streamNumber: session.streamNumber }),
  }
  return new TextEncoder().encode(writeSdp(gbSdp(answer)))
}
