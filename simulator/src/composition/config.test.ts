import { expect, test } from 'vitest'
import { StartError } from '../kernel/start-error.ts'
import { parseConfig, startMsOf } from './config.ts'

test('without options the platform is on its usual ports, on loopback', () => {
  expect(parseConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    rtmpPort: 1935,
    rtspPort: 8554,
    onvifPort: 8555,
    gb28181Port: 5060,
    gb28181Id: '34020000002000000001',
    gb28181Media: 'udp',
    onvifDiscovery: '127.0.0.1',
    data: '.backlot',
  })
})

test('port 0 asks for free ports everywhere, and RTMP can be off', () => {
  expect(parseConfig({ port: 0 }).rtmpPort).toBe(0)
  expect(parseConfig({ rtmpPort: null, rtspPort: null })).toMatchObject({ rtmpPort: null, rtspPort: null })
  expect(parseConfig({ port: 0 })).toMatchObject({ rtspPort: 0, onvifPort: 0, onvifDiscovery: null })
  expect(parseConfig({ port: 0, onvifDiscovery: '127.0.0.1' }).onvifDiscovery).toBe('127.0.0.1')
  expect(parseConfig({ onvifDiscovery: 'off' }).onvifDiscovery).toBeNull()
})

test('an unknown option and a bad value are one line that names them', () => {
  for (const value of ['', '80x', '-1', '70000', '1.5']) {
    expect(() => parseConfig({ port: value }), value).toThrow(/^Option --port: [^\n]+$/)
  }
  expect(() => parseConfig({ rtmpPort: 'x' })).toThrow(/^Option --rtmp-port: /)
  expect(() => parseConfig({ rtspPort: 'x' })).toThrow(/^Option --rtsp: /)
  expect(() => parseConfig({ onvifPort: 'x' })).toThrow(/^Option --onvif: /)
  expect(() => parseConfig({ gb28181Port: 'x' })).toThrow(/^Option --gb28181: /)
  expect(() => parseConfig({ gb28181Id: '123' })).toThrow(/^Option --gb28181-id: /)
  expect(() => parseConfig({ onvifDiscovery: 'eth0' })).toThrow(/^Option --onvif-discovery: /)
  expect(() => parseConfig({ logLevel: 'loud' as 'info' })).toThrow(/^Option --log-level: /)
  expect(() => parseConfig({ colour: 'red' } as object)).toThrow(
    new StartError('Unknown option: colour. Try --help.'),
  )
})

test('off loopback the default password is refused, another one is not', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'backlot.lan']) {
    expect(() => parseConfig({ host }), host).toThrow('default password')
    expect(parseConfig({ host, password: 'Another@1' }).host).toBe(host)
  }
  const host = '0.0.0.0'
  const asDefault = { host, password: 'Another@1', devicePassword: 'Backlot@2026' }
  expect(() => parseConfig(asDefault)).toThrow('--device-password')
  expect(() => parseConfig({ ...asDefault, rtspPort: null })).toThrow('--device-password')
  const off = { rtspPort: null, onvifPort: null, gb28181Port: null }
  expect(parseConfig({ ...asDefault, ...off })).toMatchObject({ ...off, onvifDiscovery: null })
  expect(parseConfig({ host, password: 'Another@1' }).devicePassword).toBe('Another@1')
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1'])
    expect(parseConfig({ host }).host).toBe(host)
})

test('a start is at a time that a clock shows, in the zone of the platform', () => {
  expect(startMsOf(parseConfig({}))).toBeUndefined()
  expect(startMsOf(parseConfig({ startAt: '2026-11-20 10:00:00' }))).toBe(Date.UTC(2026, 10, 20, 2))
  expect(startMsOf(parseConfig({ startAt: '2026-11-20 10:00:00', zoneMinutes: 0 }))).toBe(
    Date.UTC(2026, 10, 20, 10),
  )
  for (const startAt of ['', 'tomorrow', '2026-02-30 10:00:00', '1999-12-31 10:00:00', '2050-06-01 00:00:00'])
    expect(() => parseConfig({ startAt }), startAt).toThrow(
      `--start-at ${startAt}: write a time from 2020 to 2049, such as '2026-11-20 10:00:00'.`,
    )
})
