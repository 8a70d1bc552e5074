import { expect, it } from 'vitest'
import { cameraId, DEVICE, gatewayRig, SERVER, SERVER_IP } from './gateway-rig.test-support.ts'
import { mediaSource } from './media-source.ts'

const OFFER = [
  'v=0',
  `o=${DEVICE} 0 0 IN IP4 127.0.0.1`,
  's=Play',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 30000 RTP/AVP 8',
  'a=recvonly',
  'a=rtpmap:8 PCMA/8000',
  'y=0100000001',
  '',
].join('\r\n')

it('answers a call for speech whose device is gone before its port is open', async () => {
  await using rig = gatewayRig()
  rig.records.set(DEVICE, {
    channels: [
      { chnId: 1, gbId: cameraId(1), name: '1', type: 'video', isPtz: false, isOnline: true, isGone: false },
    ],
  })
  const device = rig.device({
    answer: (message) =>
      message.kind === 'broadcast'
        ? [{ kind: 'broadcastResponse', sn: message.sn, deviceId: message.targetId, result: 'OK' }]
        : [],
  })
  await rig.settled(device.register())
  const line = rig.gateway.speak(DEVICE, 1, () => undefined)
  await rig.pass(200)
  const statuses: (number | string)[] = []
  const dialog = device.endpoint.dialog(
    {
      local: `<sip:${DEVICE}@3402000000>`,
      remote: `<sip:${SERVER}@3402000000>`,
      target: `sip:${SERVER}@${SERVER_IP}`,
      peer: { transport: 'udp', address: SERVER_IP, port: 5060 },
    },
    { ended: () => undefined },
  )
  dialog!.request(
    'INVITE',
    { headers: [{ name: 'Content-Type', value: 'application/sdp' }], body: Buffer.from(OFFER) },
    { answered: ({ status }) => void statuses.push(status), failed: (why) => void statuses.push(why) },
  )
  // The call has come; its port is not open yet.
  rig.clock.advance(2)
  rig.gateway.drop(DEVICE)
  await rig.pass(1000)
  expect(statuses).toEqual([480])
  expect(await rig.settled(line)).toBe('silent')
})

it.each([
  ['192.168.1.64', '203.0.113.8', '203.0.113.8'],
  ['198.51.100.7', '203.0.113.8', '198.51.100.7'],
  ['192.168.1.65', '192.168.1.64', '192.168.1.65'],
  ['camera.local', '203.0.113.8', '203.0.113.8'],
])('looks for media described at %s by a device at %s at %s', (described, peer, source) => {
  expect(mediaSource(described, peer)).toBe(source)
})
