import { expect, it } from 'vitest'
import { readStreamUri, streamUriPath } from './stream-uri.ts'
import { readTransport } from './transport.ts'

it.each([
  ['RTP/AVP/TCP;unicast;interleaved=0-1', { kind: 'tcp', channels: [0, 1] }],
  ['RTP/AVP/TCP;unicast', { kind: 'tcp', channels: undefined }],
  ['RTP/AVP;unicast;client_port=4588-4589', { kind: 'udp', ports: [4588, 4589] }],
  ['RTP/AVP/UDP;unicast;client_port=4588', { kind: 'udp', ports: [4588, 4589] }],
  ['RTP/AVP;multicast;ttl=127, RTP/AVP;unicast;client_port=4-5;mode="PLAY"', { kind: 'udp', ports: [4, 5] }],
  ['RTP/AVP;multicast', undefined],
  ['RTP/AVP;unicast;client_port=70000-70001', undefined],
  ['RTP/AVP;unicast;client_port=0-1', undefined],
  ['RTP/AVP;unicast;client_port=5000-0', undefined],
  ['RTP/AVP;unicast;client_port=65535', undefined],
  ['RTP/AVP;unicast', undefined],
  ['RTP/AVP/TCP;unicast;interleaved=255-256', undefined],
  ['RTP/AVP;unicast;client_port=4-5;mode=RECORD', undefined],
  ['RAW/RAW/UDP;unicast;client_port=4-5', undefined],
  ['', undefined],
])('of the Transport %s it takes %j', (header, transport) => {
  expect(readTransport(header)).toEqual(transport)
})

it.each([
  ['rtsp://127.0.0.1:8554/CAM01/1/main', { sn: 'CAM01', chnId: 1, stream: 'main', track: undefined }],
  ['rtsp://admin@cam/CAM01/0/sub/trackID=1', { sn: 'CAM01', chnId: 0, stream: 'sub', track: 'audio' }],
  ['RTSP://cam/CAM01/1/main/?x=y', { sn: 'CAM01', chnId: 1, stream: 'main', track: undefined }],
  ['/CAM01/1/main/trackID=0', { sn: 'CAM01', chnId: 1, stream: 'main', track: 'video' }],
  ['rtsp://cam/CAM01/1/replay', { sn: 'CAM01', chnId: 1, stream: 'replay', track: undefined }],
  ['rtsp://cam/CAM01/1/main/trackID=7', undefined],
  ['rtsp://cam/CAM01/01/main', undefined],
  ['rtsp://cam/CAM%3001/1/main', undefined],
  ['rtsp://cam/../1/main', undefined],
  ['http://cam/CAM01/1/main', undefined],
  ['*', undefined],
])('reads the address %s', (uri, stream) => {
  expect(readStreamUri(uri)).toEqual(stream)
  if (stream) expect(uri).toContain(streamUriPath(stream as never))
})
