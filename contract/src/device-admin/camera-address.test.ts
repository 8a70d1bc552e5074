import { expect, test } from 'vitest'
import { cameraAddressFault, withHiddenSecrets, withSecretsOf } from './camera-address.ts'

test.each([
  ['192.168.1.9', undefined],
  [' gate.example:8080 ', undefined],
  ['http://[fd00::9]:81/onvif/x?y=1', undefined],
  ['RTSP://192.168.1.9/live?channel=1', undefined],
  ['https://gate.example/', 'https'],
  ['http://admin:word@gate.example/', 'account'],
  ['rtsp://admin@gate.example/x', 'account'],
  ['admin:word@gate.example', 'account'],
  ['ftp://gate.example', 'form'],
  ['http://', 'form'],
  ['rtsp:///live', 'form'],
  ['a b', 'form'],
  ['gate.example:99999', 'form'],
  ['', 'form'],
])('%j: %s', (text, fault) => {
  expect(cameraAddressFault(text)).toBe(fault)
})

test.each([
  [
    'rtsp://h/user=admin&password=a_b/c?d&channel=1&stream=0.sdp',
    'rtsp://h/user=admin&password=***&channel=1&stream=0.sdp',
  ],
  [
    'rtsp://h/user=admin_password=tlJwpbo6_channel=1_stream=0.sdp?real',
    'rtsp://h/user=admin_password=***_channel=1_stream=0.sdp?real',
  ],
  ['rtsp://h:554/live?channel=1&PWD=x', 'rtsp://h:554/live?channel=1&PWD=***'],
  ['http://h/onvif?token=Profile_1;auth=YWRtaW4=', 'http://h/onvif?token=***;auth=***'],
  ['rtsp://h/password=', 'rtsp://h/password=***'],
  ['rtsp://h/Streaming/Channels/101?bypass=1', 'rtsp://h/Streaming/Channels/101?bypass=1'],
])('hides the secrets of %s, and finds them again', (address, hidden) => {
  expect(withHiddenSecrets(address)).toBe(hidden)
  expect(withSecretsOf(hidden, address)).toBe(address)
  expect(withHiddenSecrets(hidden)).toBe(hidden)
})

test('a hidden secret stays where another part of the address changed, and a new one counts', () => {
  const stored = 'rtsp://h/user=admin&password=old&channel=1'
  expect(withSecretsOf('rtsp://h/user=admin&password=***&channel=2', stored)).toBe(
    'rtsp://h/user=admin&password=old&channel=2',
  )
  expect(withSecretsOf('rtsp://h/user=admin&password=new&channel=1', stored)).toBe(
    'rtsp://h/user=admin&password=new&channel=1',
  )
  expect(withSecretsOf('rtsp://h/password=***', 'rtsp://h/live')).toBe('rtsp://h/password=***')
})
