/** What a session description of GB/T 28181 says (annex F of 2016, annex G of 2022): one stream and how it travels. */
import { type GbPayload, rtpMap } from './gb-payloads.ts'
import type { SdpAddress, SdpAttribute, SdpSession } from './sdp-session.ts'

/** The edition of 2022 no longer has Talk. */
export const GB_SESSION_KINDS = ['Play', 'Playback', 'Download', 'Talk'] as const
export type GbSessionKind = (typeof GB_SESSION_KINDS)[number]

export type GbSession = {
  /** Undefined for another s=, which answers of devices may have. */
  kind?: GbSessionKind
  /** Id of the side that describes itself (o=). */
  ownerId: string
  /** Where the described side receives or sends. */
  connection: SdpAddress
  /**
   * u=: what is played back, by its id. Type 0 all recordings, 1 by hand, 2 by alarm, 3 by time; undefined when the text
   * has none.
   */
  source?: { id: string; type?: number }
  /** t=, epoch seconds; undefined for a live picture. */
  span?: { startS: number; stopS: number }
  media: 'video' | 'audio'
  port: number
  transport: 'udp' | 'tcp'
  /** Of TCP: who connects. */
  setup?: 'active' | 'passive' | 'actpass'
  /** Of TCP (a=connection). */
  reuse?: 'new' | 'existing'
  direction: 'sendonly' | 'recvonly' | 'sendrecv' | 'inactive'
  /** In the order of the m= line. */
  payloads: readonly GbPayload[]
  /** Of a download, times the recording's speed. */
  downloadSpeed?: number
  fileSizeBytes?: number
  /** 0 main stream, 1 sub stream (a=streamnumber, 2022; a=stream). */
  streamNumber?: number
  /** y= as it is written. */
  ssrc?: string
  /** f= as it is written. */
  format?: string
}

const PROTOCOLS = { udp: 'RTP/AVP', tcp: 'TCP/RTP/AVP' } as const

/** The description of a session, for `writeSdp`. Throws a RangeError for a span that runs backwards or is no number. */
export function gbSdp(session: GbSession): SdpSession {
  const { kind = 'Play', ownerId, connection, source, span, media, port, transport, payloads } = session
  const times = [{ start: seconds(span?.startS ?? 0), stop: seconds(span?.stopS ?? 0) }]
  if (span && span.stopS < span.startS) throw new RangeError(`a span from ${span.startS} to ${span.stopS}`)
  const attributes: SdpAttribute[] = [
    { name: session.direction },
    ...payloads.map((payload) => ({ name: 'rtpmap', value: rtpMap(payload) })),
    ...attribute('setup', session.setup),
    ...attribute('connection', session.reuse),
    ...attribute('downloadspeed', session.downloadSpeed),
    ...attribute('filesize', session.fileSizeBytes),
    ...attribute('streamnumber', session.streamNumber),
  ]
  const formats = payloads.map(({ type }) => String(type))
  const sdp: SdpSession = {
    origin: { user: ownerId, sessionId: '0', version: '0', ...connection },
    name: kind,
    connection,
    bandwidths: [],
    times,
    attributes: [],
    media: [{ media, port, protocol: PROTOCOLS[transport], formats, bandwidths: [], attributes }],
  }
  if (source) sdp.uri = source.type === undefined ? source.id : `${source.id}:${source.type}`
  if (session.ssrc !== undefined) sdp.ssrc = session.ssrc
  if (session.format !== undefined) sdp.format = session.format
  return sdp
}

const attribute = (name: string, value: string | number | undefined) =>
  value === undefined ? [] : [{ name, value: String(value) }]

function seconds(value: number): string {
  if (!(Number.isSafeInteger(value) && value >= 0)) throw new RangeError(`${value} seconds`)
  return String(value)
}
