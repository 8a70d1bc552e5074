import type { SdpAddress, SdpAttribute, SdpMedia, SdpSession } from './sdp-session.ts'

/**
 * Text of a description: its lines in the order of RFC 8866 section 9, y= and f= at the end as GB/T 28181 has them,
 * each line with CR LF. Throws a RangeError for line breaks in any value and for a port outside 0–65535.
 */
export function writeSdp(session: SdpSession): string {
  const { origin, name, information, uri, connection, bandwidths, times, attributes, media } = session
  const lines = [
    'v=0',
    `o=${origin.user} ${origin.sessionId} ${origin.version} ${addressText(origin)}`,
    `s=${name}`,
    ...optional('i', information),
    ...optional('u', uri),
    ...optional('c', connection && addressText(connection)),
    ...bandwidths.map((value) => `b=${value}`),
    ...times.map(({ start, stop }) => `t=${start} ${stop}`),
    ...attributes.map(attributeLine),
    ...media.flatMap(mediaLines),
    ...optional('y', session.ssrc),
    ...optional('f', session.format),
  ]
  for (const line of lines)
    if (/[\r\n]/.test(line)) throw new RangeError(`a line break in ${line.slice(0, 2)}`)
  return `${lines.join('\r\n')}\r\n`
}

function mediaLines(part: SdpMedia): string[] {
  const { media, port, portCount, protocol, formats, title, connection, bandwidths, attributes } = part
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) throw new RangeError(`port ${port}`)
  const ports = portCount === undefined ? port : `${port}/${portCount}`
  return [
    `m=${[media, ports, protocol, ...formats].join(' ')}`,
    ...optional('i', title),
    ...optional('c', connection && addressText(connection)),
    ...bandwidths.map((value) => `b=${value}`),
    ...attributes.map(attributeLine),
  ]
}

const optional = (letter: string, value: string | undefined) =>
  value === undefined ? [] : [`${letter}=${value}`]
const addressText = ({ addressType, address }: SdpAddress) => `IN ${addressType} ${address}`
const attributeLine = ({ name, value }: SdpAttribute) =>
  `a=${value === undefined ? name : `${name}:${value}`}`
