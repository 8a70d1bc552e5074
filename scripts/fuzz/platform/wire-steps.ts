// Bytes on the ports of devices, and on the port of the platform where HTTP is expected.
import { connect } from 'node:net'
import fc from 'fast-check'
import { WIRE_NAMES, type WireName } from '../../../contract/src/wires/wires.ts'
import { FUZZED_WIRES } from '../wires/wires.ts'
import { byteDamage, spoil } from './hostile-values.ts'
import { jt1078Packets } from './jt1078-bytes.ts'
import { modbusRequests } from './modbus-bytes.ts'
import { mqttPackets } from './mqtt-bytes.ts'
import { onvifRequests } from './onvif-bytes.ts'
import type { Rig } from './rig.ts'
import { rtmpPublish } from './rtmp-bytes.ts'
import { rtspRequests } from './rtsp-bytes.ts'

export type WireStep = {
  kind: WireName | 'jt1078' | 'rtmp' | 'rtsp' | 'onvif' | 'mqtt' | 'modbus' | 'rawHttp'
  pieces: Buffer[]
}

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
  if (kind === 'rawHttp') return RAW_HTTP.map((text) => Buffer.from(text, 'latin1'))
  if (kind === 'rtmp') return rtmpPublish()
  if (kind === 'rtsp') return rtspRequests()
  if (kind === 'onvif') return onvifRequests()
  if (kind === 'jt1078') return jt1078Packets()
  if (kind === 'mqtt') return mqttPackets()
  if (kind === 'modbus') return modbusRequests()
  return FUZZED_WIRES[kind].samples()
}

/** Bytes of one port, in pieces. */
export function wireSteps(): fc.Arbitrary<WireStep> {
  return fc
    .constantFrom<WireStep['kind']>(
      ...WIRE_NAMES,
      'jt1078',
      'rtmp',
      'rtsp',
      'onvif',
      'mqtt',
      'modbus',
      'rawHttp',
    )
    .chain((kind) => {
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
