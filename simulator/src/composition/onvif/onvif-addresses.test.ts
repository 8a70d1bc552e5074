import { expect, test } from 'vitest'
import { onvifAddresses } from './onvif-addresses.ts'

/** A server of which CAM01 has a port of its own. */
const server = {
  port: 8555,
  ports: () => [8555, 9000],
  addressOf: (sn: string) =>
    sn === 'CAM01' ? '9000/onvif/device_service' : `8555/onvif/${sn}/device_service`,
}
const of = (host: string, interfaceAddress: string | null) =>
  onvifAddresses({ host, interfaceAddress }, server)

test.each([
  ['0.0.0.0', '192.168.1.5', 'http://192.168.1.5'],
  ['::', '192.168.1.5', 'http://192.168.1.5'],
  ['192.168.1.6', '192.168.1.5', 'http://192.168.1.6'],
  ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1'],
  ['::1', '127.0.0.1', 'http://[::1]'],
])('a platform on %s tells the network of %s that its cameras are at %s', (host, own, address) => {
  const { announcedOf } = of(host, own)
  expect(announcedOf('CAM02')).toBe(`${address}:8555/onvif/CAM02/device_service`)
  expect(announcedOf('CAM01')).toBe(`${address}:9000/onvif/device_service`)
})

test('what is told on this machine is reached from it', () => {
  expect(of('0.0.0.0', '192.168.1.5').serviceOf('CAM01')).toBe('http://127.0.0.1:9000/onvif/device_service')
  expect(of('0.0.0.0', null).serviceOf('CAM02')).toBe('http://127.0.0.1:8555/onvif/CAM02/device_service')
})

test('own services are known as discovery tells them, and those of others are not', () => {
  const { isOwn, announcedOf } = of('0.0.0.0', '192.168.1.5')
  for (const sn of ['CAM01', 'CAM02']) expect(isOwn(announcedOf(sn))).toBe(true)
  for (const other of [
    'http://192.168.1.5:8000/onvif/CAM01/device_service',
    'http://192.168.1.7:8555/onvif/CAM01/device_service',
    'http://192.168.1.5/onvif/device_service',
    'no address',
  ])
    expect(isOwn(other)).toBe(false)
})
