import { expect, test } from 'vitest'
import { cameraAddressFault } from './camera-address.ts'

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
