import { expect, test } from 'vitest'
import { isAddressOf, readCameraAddress, writeCameraAddress } from './camera-address.ts'

test.each([
  ['192.168.1.9', 'http://192.168.1.9:80/onvif/device_service'],
  ['gate.example:8080', 'http://gate.example:8080/onvif/device_service'],
  ['http://[fd00::9]:81/onvif/x?y=1', 'http://[fd00::9]:81/onvif/x?y=1'],
  ['rtsp://192.168.1.9/live?channel=1', 'rtsp://192.168.1.9:554/live?channel=1'],
  ['rtsp://[fd00::9]:8554/a', 'rtsp://[fd00::9]:8554/a'],
])('%s is %s, however often it is written and read', (text, whole) => {
  expect(writeCameraAddress(readCameraAddress(text))).toBe(whole)
  expect(writeCameraAddress(readCameraAddress(whole))).toBe(whole)
})

test.each([
  ['https://gate.example/', 'over http'],
  ['http://admin:word@gate.example/', 'holds an account'],
  ['rtsp://admin:word@gate.example/x', 'holds an account'],
  ['ftp://gate.example', 'not an address'],
  ['http://', 'not an address'],
  ['a b', 'not an address'],
])('%s is refused: %s', (text, why) => {
  expect(() => readCameraAddress(text)).toThrow(why)
})

test.each([
  ['http://192.168.1.64/onvif/device_service', true],
  ['http://192.168.1.64:80/onvif/device_service', true],
  ['HTTP://Gate.example:8080/onvif/device_service', true],
  ['http://192.168.1.64:8080/onvif/device_service', false],
  ['http://192.168.1.64/onvif/other', false],
  ['http://admin:word@192.168.1.64/onvif/device_service', false],
  ['http://', false],
])('a camera that announces %s is one that was added: %s', (address, isAdded) => {
  const added = ['192.168.1.64', 'gate.example:8080', 'rtsp://192.168.1.64/live'].map(readCameraAddress)
  expect(isAddressOf(address, added)).toBe(isAdded)
})
