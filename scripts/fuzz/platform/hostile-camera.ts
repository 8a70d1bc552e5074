// A camera that the calls of /device/camera/ meet: what it answers over ONVIF and RTSP is right, or damaged.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import {
  streamAnswer,
  testCamera,
  USUAL,
} from '../../../simulator/src/gateways/onvif/real-cameras.test-support.ts'
import { byteDamage, spoil } from './hostile-values.ts'

export type HostileCamera = AsyncDisposable & {
  /** Addresses as administrators write them. */
  addresses: readonly string[]
}

const SEED = 7
/** A client that waits for the rest of a damaged answer is left. */
const PATIENCE_MS = 150
const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=x',
  't=0 0',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0LAHtkAUAW7ARAA,aM48gA==',
  'a=control:track1',
  '',
].join('\r\n')
/** A key frame's beginning that is none, between the messages of RTSP. */
const PACKETS = Buffer.from('2400001080e00001000000000000000165888400', 'hex')

/** Listens on loopback, on free ports. */
export async function openHostileCamera(): Promise<HostileCamera> {
  const lists = fc.sample(fc.oneof(fc.constant([]), fc.array(byteDamage, { maxLength: 2 })), {
    seed: SEED,
    numRuns: 997,
  })
  let turn = 0
  const damage = (bytes: Buffer) => spoil(bytes, lists[turn++ % lists.length]!)
  const sockets = new Set<Socket>()
  const rtsp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      const body = text.startsWith('DESCRIBE') ? SDP : ''
      const head = [
        'RTSP/1.0 200 OK',
        `CSeq: ${/CSeq: (\d+)/.exec(text)?.[1] ?? 1}`,
        'Session: 1;timeout=60',
        'Transport: RTP/AVP/TCP;interleaved=0-1',
        `Content-Length: ${body.length}`,
      ]
      socket.write(damage(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)))
      if (text.startsWith('PLAY')) socket.write(damage(PACKETS))
    })
  })
  rtsp.listen(0, '127.0.0.1')
  await once(rtsp, 'listening')
  const stream = `rtsp://127.0.0.1:${(rtsp.address() as AddressInfo).port}/live`
  const onvif = await testCamera(
    { ...USUAL, GetStreamUri: streamAnswer(stream) },
    { damage, other: (_request, response) => response.end(damage(Buffer.from('ffd8ffe000ffd9', 'hex'))) },
  )
  return {
    addresses: [`http://127.0.0.1:${onvif.port}/onvif/device_service`, stream],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      rtsp.close()
      await onvif[Symbol.asyncDispose]()
    },
  }
}
