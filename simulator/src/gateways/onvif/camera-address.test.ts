import { expect, test } from 'vitest'
import { readCameraAddress, writeCameraAddress } from './camera-address.ts'

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
  ['ftp://gate.example', 'no address'],
  ['http://', 'no address'],
  ['a b', 'no address'],
])('%s is refused: %s', (text, why) => {
  expect(() => readCameraAddress(text)).toThrow(why)
})
