/** Messages of RTSP 1.0 (RFC 2326). */

/** Header names are in lower case; of one that came several times the values are joined by commas. */
export type RtspRequest = {
  kind: 'request'
  method: string
  uri: string
  /** As it came, 'RTSP/1.0' for ours. */
  version: string
  headers: ReadonlyMap<string, string>
  body: Uint8Array
}

/** What a server answers. */
export type RtspAnswer = {
  kind: 'answer'
  status: number
  reason: string
  headers: ReadonlyMap<string, string>
  body: Uint8Array
}

/** A packet between the messages of a connection (10.12). */
export type InterleavedPacket = { kind: 'interleaved'; channel: number; data: Uint8Array }

/** Bytes that are no RTSP; nothing of the connection can be read any more. `status` is for the reply. */
export type RtspProblem = {
  kind: 'problem'
  code: 'head' | 'line' | 'header' | 'length'
  status: 400 | 413
  /** Byte of the connection at which it went wrong. */
  offset: number
  message: string
}

export const RTSP_VERSION = 'RTSP/1.0'

const REASONS = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Request Entity Too Large',
  451: 'Parameter Not Understood',
  453: 'Not Enough Bandwidth',
  454: 'Session Not Found',
  455: 'Method Not Valid in This State',
  457: 'Invalid Range',
  459: 'Aggregate Operation Not Allowed',
  461: 'Unsupported Transport',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'RTSP Version Not Supported',
  551: 'Option not supported',
} as const
export type RtspStatus = keyof typeof REASONS

export type RtspReply = {
  status: RtspStatus
  /** Several values of one name are written as several headers. */
  headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  body?: string
}

/** A reply to the request with this CSeq; without one when the request had none that can be read. */
export function writeReply({ status, headers = {}, body }: RtspReply, cseq: string | undefined): string {
  const lines = [`${RTSP_VERSION} ${status} ${REASONS[status]}`]
  if (cseq !== undefined) lines.push(`CSeq: ${cseq}`)
  for (const [name, value] of Object.entries(headers))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) lines.push(`${name}: ${one}`)
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** The head of an interleaved packet: a dollar sign, the channel, and the size of what follows. */
export function interleavedHead(channel: number, size: number): Buffer {
  return Buffer.from([0x24, channel, size >> 8, size & 255])
}
