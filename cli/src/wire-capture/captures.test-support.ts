import { tcpFrame, udpFrame } from '@backlot/contract/pcapng/ip-packets'
import { createMadeUpCapture } from '@backlot/contract/pcapng/made-up-capture'

export type WrittenPacket = { atMs: number; bytes: Uint8Array }

const CLIENT = { address: '10.0.0.7', port: 40_000 }
const SERVER = { address: '10.0.0.1', port: 8212 }
export const ENDS = { client: CLIENT, server: SERVER }

/** A pcap file (draft-ietf-opsawg-pcap) in a byte order and with a resolution. */
export function pcapOf(
  packets: readonly WrittenPacket[],
  {
    isLittle = true,
    isNano = false,
    linkType = 1,
  }: { isLittle?: boolean; isNano?: boolean; linkType?: number } = {},
): Buffer {
  const words = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [i, value] of values.entries())
      isLittle ? bytes.writeUInt32LE(value, i * 4) : bytes.writeUInt32BE(value, i * 4)
    return bytes
  }
  const version = Buffer.alloc(4)
  isLittle ? version.writeUInt16LE(2, 0) : version.writeUInt16BE(2, 0)
  isLittle ? version.writeUInt16LE(4, 2) : version.writeUInt16BE(4, 2)
  const units = isNano ? 1e6 : 1e3
  return Buffer.concat([
    words(isNano ? 0xa1b23c4d : 0xa1b2c3d4),
    version,
    words(0, 0, 262_144, linkType),
    ...packets.flatMap(({ atMs, bytes }) => [
      words(Math.floor(atMs / 1000), Math.round((atMs % 1000) * units), bytes.length, bytes.length),
      bytes,
    ]),
  ])
}

/** Two devices that speak and are answered, as the platform captures them. */
export function madeUpCapture(): Buffer {
  const capture = createMadeUpCapture(['hj212', 'jt808'], 'a test')
  const said = (sn: string, wire: 'hj212' | 'jt808', atMs: number, direction: 'in' | 'out', text: string) =>
    capture.add({ kind: 'bytes', atMs, sn, wire, direction, bytes: Buffer.from(text) })
  return Buffer.concat([
    ...capture.head,
    ...said('A-1', 'hj212', 1000.25, 'in', '##0000ask'),
    ...said('B-2', 'jt808', 1001, 'in', `~${'x'.repeat(4000)}~`),
    ...said('A-1', 'hj212', 1002, 'out', 'answer'),
    ...said('A-1', 'hj212', 3000, 'in', 'again'),
    ...capture.add({ kind: 'end', atMs: 3001, sn: 'A-1', wire: 'hj212' }),
  ])
}

/** Packets of every transport, on Ethernet. */
export const MIXED: readonly WrittenPacket[] = [
  { atMs: 1000, bytes: tcpFrame(CLIENT, SERVER, { sequence: 7, acknowledgement: 0, flags: 2, window: 100 }) },
  {
    atMs: 1001.5,
    bytes: tcpFrame(CLIENT, SERVER, {
      sequence: 8,
      acknowledgement: 0,
      flags: 24,
      window: 100,
      payload: Buffer.from('hello'),
    }),
  },
  { atMs: 1002, bytes: udpFrame(CLIENT, { ...SERVER, port: 5060 }, Buffer.from('REGISTER')) },
  {
    atMs: 1003,
    bytes: udpFrame(
      { address: '2001:db8::7', port: 5060 },
      { address: '2001:db8::1', port: 5060 },
      Buffer.from('six'),
    ),
  },
]
