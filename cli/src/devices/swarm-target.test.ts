import { describe, expect, it } from 'vitest'
import { requireOwnTarget } from '../loopback-target.ts'
import { parseSwarmTarget, shownTarget } from './swarm-target.ts'

describe('the target of devices', () => {
  it.each([
    ['jt808://127.0.0.1:8808', { protocol: 'jt808', host: '127.0.0.1', port: 8808, app: 'live' }],
    ['hj212://localhost', { protocol: 'hj212', host: 'localhost', port: 8212, app: 'live' }],
    ['mqtt://broker.localhost', { protocol: 'mqtt', host: 'broker.localhost', port: 1883, app: 'live' }],
    [
      'mqtt://fleet:p%40ss@127.0.0.1:1884',
      { protocol: 'mqtt', host: '127.0.0.1', port: 1884, app: 'live', username: 'fleet', password: 'p@ss' },
    ],
    ['rtmp://[::1]:19350/in/side', { protocol: 'rtmp', host: '::1', port: 19_350, app: 'in/side' }],
    [
      'gb28181://10.0.0.5?id=34020000001320000007&domain=3402000000&password=a%20b&transport=tcp',
      {
        protocol: 'gb28181',
        host: '10.0.0.5',
        port: 5060,
        app: 'live',
        gb28181: {
          id: '34020000001320000007',
          server: '34020000002000000001',
          domain: '3402000000',
          password: 'a b',
          transport: 'tcp',
          kind: 'camera',
          voice: 'udp',
        },
      },
    ],
    [
      'onvif://localhost?password=a%20b&ports=9000-9199&discovery=off',
      {
        protocol: 'onvif',
        host: 'localhost',
        port: 8000,
        app: 'live',
        onvif: {
          user: 'admin',
          password: 'a b',
          rtsp: 0,
          ports: { first: 9000, last: 9199 },
          discovery: false,
        },
      },
    ],
  ])('%s is read', (text, target) => {
    expect(parseSwarmTarget(text)).toEqual(target)
  })
  it.each([
    'http://127.0.0.1',
    'jt808://',
    'jt808://a:0',
    'jt808://a:70000',
    'jt808://a/b',
    'jt808:/a',
    'jt808://u@a',
    'mqtt://%zz@a',
    'mqtt://a/topic',
    'jt808://a?id=1',
    'gb28181://a?id=12',
    'gb28181://a?colour=red',
    'gb28181://a?transport=sctp',
    'gb28181://a?voice=tcp',
    'gb28181://a?kind=bus',
    'onvif://a?id=1',
    'onvif://a?ports=9000',
    'onvif://a?ports=9001-9000',
    'onvif://a?rtsp=70000',
    'onvif://a?discovery=maybe',
    'onvif://a?user=%0A',
  ])("%s is the user's mistake", (text) => {
    expect(() => parseSwarmTarget(text)).toThrow(/--to/)
  })
  it.each([
    ['mqtt://fleet:secret@127.0.0.1:1884', 'mqtt://fleet@127.0.0.1:1884'],
    ['gb28181://127.0.0.1:5060?password=a@b&id=1', 'gb28181://127.0.0.1:5060?password=…&id=1'],
    ['onvif://127.0.0.1?user=u&password=p', 'onvif://127.0.0.1?user=u&password=…'],
    ['jt808://127.0.0.1:8808', 'jt808://127.0.0.1:8808'],
  ])('%s is shown without its password', (to, shown) => {
    expect(shownTarget(to)).toBe(shown)
  })
  it('other machines are loaded only by who says they are theirs', () => {
    for (const own of ['127.0.0.1', '127.9.9.9', 'localhost', '::1']) {
      expect(() => requireOwnTarget(own, false)).not.toThrow()
    }
    for (const other of ['10.0.0.1', 'example.org', '0.0.0.0', '127.0.0.1.example.org', '2130706433']) {
      expect(() => requireOwnTarget(other, false)).toThrow(/i-own-this-target/)
      expect(() => requireOwnTarget(other, true)).not.toThrow()
    }
  })
})
