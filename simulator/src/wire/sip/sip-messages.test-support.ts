/** SIP texts with the structure of RFC 3261 section 24 and GB/T 28181 annex J, and helpers of tests. */

import { readSipDatagram } from './read-sip-datagram.ts'
import type { SipMessage, SipRequest } from './sip-message.ts'

export const bytesOf = (text: string) => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
export const crlf = (...lines: readonly string[]) => lines.join('\r\n')

export const REGISTER = crlf(
  'REGISTER sip:34020000002000000001@3402000000 SIP/2.0',
  'Via: SIP/2.0/UDP 192.168.1.64:5060;rport;branch=z9hG4bK1371463273',
  'From: <sip:34020000001320000001@3402000000>;tag=2043466181',
  'To: <sip:34020000001320000001@3402000000>',
  'Call-ID: 1011047669',
  'CSeq: 1 REGISTER',
  'Contact: <sip:34020000001320000001@192.168.1.64:5060>',
  'Max-Forwards: 70',
  'User-Agent: IP Camera',
  'Expires: 3600',
  'Content-Length: 0',
  '',
  '',
)

const KEEPALIVE_BODY = crlf(
  '<?xml version="1.0" encoding="GB2312"?>',
  '<Notify>',
  '<CmdType>Keepalive</CmdType>',
  '<SN>43</SN>',
  '<DeviceID>34020000001320000001</DeviceID>',
  '<Status>OK</Status>',
  '</Notify>',
  '',
)
export const MESSAGE = crlf(
  'MESSAGE sip:34020000002000000001@3402000000 SIP/2.0',
  'v: SIP/2.0/TCP 192.168.1.64:5060;rport;branch=z9hG4bK352707374',
  'f: <sip:34020000001320000001@3402000000>;tag=326331265',
  't: <sip:34020000002000000001@3402000000>',
  'i: 1939412480',
  'CSeq: 20 MESSAGE',
  'c: Application/MANSCDP+xml',
  'Max-Forwards: 70',
  `l: ${KEEPALIVE_BODY.length}`,
  '',
  KEEPALIVE_BODY,
)

export const RINGING = crlf(
  'SIP/2.0 180 Ringing',
  'Via: SIP/2.0/UDP server10.biloxi.com',
  '   ;branch=z9hG4bK4b43c2ff8.1;received=192.0.2.3',
  'Via: SIP/2.0/UDP bigbox3.site3.atlanta.com;branch=z9hG4bK77ef4c2312983.1',
  '\t;received=192.0.2.2, SIP/2.0/UDP pc33.atlanta.com;branch=z9hG4bKnashds8',
  'to: Bob <sip:bob@biloxi.com>;tag=a6c85cf',
  'from: "Alice, \\"A\\"" <sip:alice@atlanta.com>;tag=1928301774',
  'CALL-ID: a84b4c76e66710',
  'Contact: <sip:bob@192.0.2.4>',
  'CSeq: 314159 INVITE',
  'Content-Length: 0',
  '',
  '',
)

export function messageOf(text: string): SipMessage {
  const read = readSipDatagram(bytesOf(text))
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}
export function requestOf(text: string): SipRequest {
  const message = messageOf(text)
  if (message.kind !== 'request') throw new Error('a response')
  return message
}
