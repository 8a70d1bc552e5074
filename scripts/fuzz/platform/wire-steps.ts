// Bytes on the ports of devices, and on the port of the platform where HTTP is expected.
import { connect } from 'node:net'
import fc from 'fast-check'
import { writeFrame } from '../../../simulator/src/wire/hj212/write-packet.ts'
import { enclose } from '../../../simulator/src/wire/jt808/escape.ts'
import { checksumOf } from '../../../simulator/src/wire/jt808/frame.ts'
import { byteDamage, spoil } from './hostile-values.ts'
import type { Rig } from './rig.ts'
import { rtmpPublish } from './rtmp-bytes.ts'

export type WireStep = { kind: 'hj212' | 'jt808' | 'rtmp' | 'rawHttp'; pieces: Buffer[] }

const HJ212 = [
  'QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&',
  'QN=20260112093000001;ST=22;CN=2011;PW=123456;MN=FUZZ-STATION-1;Flag=5;CP=&&DataTime=20260112093000;a34004-Rtd=75.6,a34004-Flag=N;LA-Rtd=57.9,LA-Flag=N&&',
  'QN=20260112093100001;ST=22;CN=2051;PW=123456;MN=__proto__;Flag=7;PNUM=2;PNO=1;CP=&&DataTime=20260112093000;a01006-Avg=101.85&&',
  'QN=20260112093100001;ST=22;CN=2061;PW=123456;MN=constructor;Flag=5;CP=&&DataTime=20260112090000;__proto__-Avg=1,constructor-Flag=N&&',
  'ST=91;CN=9014;PW=123456;MN=FUZZ-STATION-1;Flag=4;CP=&&&&',
]

const JT808 = [
  '0200000260112233445500000000000010000000200ba7f0e07e4f11c0028003c00001807151010100104000000640202003',
  '0100002d000123456789000a002800323132333400736d616c6c6368693132330000000000000000004348493132330001d4c141313233343500',
  '000200000001234567890001',
  '0704005311223344556622b80002000026000000010000000200ba7f0e07e4f11c0028003c0000180715101010010400000064020200370026000000020000000100cb735507e6a32300290036007818071510103001040000006002020042d4',
  '0102000501234567890400026675 7a7a21',
]

const RAW_HTTP = [
  'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'GET /realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\xfe\xff\xff1234',
  'POST /user/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n0\r\n\r\n',
  'POST /user/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'GET http://169.254.169.254/ HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n',
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

function samplesOf(kind: WireStep['kind']): Buffer[] {
  if (kind === 'hj212') return HJ212.map((text) => writeFrame(text))
  if (kind === 'rawHttp') return RAW_HTTP.map((text) => Buffer.from(text, 'latin1'))
  if (kind === 'rtmp') return rtmpPublish()
  return JT808.map((hex) => {
    const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex')
    return Buffer.from(enclose(Uint8Array.of(...bytes, checksumOf(bytes))))
  })
}

/** Bytes of one port, in pieces. */
export function wireSteps(): fc.Arbitrary<WireStep> {
  return fc.constantFrom<WireStep['kind']>('hj212', 'jt808', 'rtmp', 'rawHttp').chain((kind) => {
    const damage = fc.oneof(fc.constant([]), fc.array(byteDamage, { minLength: 1, maxLength: 3 }))
    const piece = fc
      .tuple(fc.constantFrom(...samplesOf(kind)), damage)
      .map(([bytes, list]) => spoil(bytes, list))
    const garbage = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
    return fc.record<WireStep>({
      kind: fc.constant(kind),
      pieces: fc.array(fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: garbage }), {
        minLength: 1,
        maxLength: 4,
      }),
    })
  })
}

/** How long a port is listened to before we hang up. */
const LISTEN_MS = 12

/** Sends the pieces, reads the answer, and disconnects; answers the received bytes. */
export function runWireStep({ kind, pieces }: WireStep, rig: Rig): Promise<Buffer> {
  const port = kind === 'rawHttp' ? rig.port : rig.ports[kind]
  return new Promise((resolve) => {
    const heard: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' })
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(heard))
    }
    socket.on('data', (part) => heard.push(part))
    socket.on('error', done).on('close', done)
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece)
      setTimeout(done, LISTEN_MS)
    })
  })
}
