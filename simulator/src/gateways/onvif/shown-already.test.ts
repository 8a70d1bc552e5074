import { expect, test } from 'vitest'
import { isShownAlready } from './shown-already.ts'

const ADDRESSES: Record<string, string> = {
  'gate.example': '10.1.0.5',
  '10.1.0.5': '10.1.0.5',
  '10.1.0.6': '10.1.0.6',
}
const resolve = async (host: string) => {
  const address = ADDRESSES[host]
  if (address === undefined) throw new Error('unknown')
  return address
}
const camera = (change: {
  way?: 'onvif' | 'rtsp'
  host?: string
  port?: number
  path?: string
  token?: string
}) => {
  const {
    way = 'onvif',
    host = '10.1.0.5',
    port = 80,
    path = '/onvif/device_service',
    token = 'main',
  } = change
  return { way, host, port, path, main: { token, place: { port: 554, path: '/live' } } }
}

test.each([
  ['the same one', {}, true],
  ['its name', { host: 'gate.example' }, true],
  ['another host', { host: '10.1.0.6' }, false],
  ['a name that leads nowhere', { host: 'nowhere.example' }, false],
  ['another port', { port: 8080 }, false],
  ['another path', { path: '/onvif/2' }, false],
  ['another profile', { token: 'second' }, false],
  ['its stream alone', { way: 'rtsp' as const }, false],
])('beside a camera, %s is shown already: %j, %s', async (_what, change, is) => {
  expect(await isShownAlready(camera(change), [camera({ token: 'other' }), camera({})], resolve)).toBe(is)
})
