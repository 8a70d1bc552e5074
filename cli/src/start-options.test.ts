import { parseConfig } from '@backlot/simulator/composition/config'
import { expect, test } from 'vitest'
import { type StartFlags, startOptions } from './start-options.ts'

/** Without options: commander has these from their --no- forms. */
const NONE: StartFlags = { rtmp: true, timeline: true, fetch: true }

test('what nobody said is left to the simulator', () => {
  expect(startOptions(NONE, {})).toEqual({})
})

test('every gateway is off by its flag or its variable', () => {
  const env = { BACKLOT_RTMP_PORT: 'off', BACKLOT_JT808: 'off', BACKLOT_HJ212: 'off' }
  const off = { rtmpPort: null, jt808Port: null, hj212Port: null }
  expect(startOptions(NONE, env)).toEqual(off)
  expect(startOptions({ ...NONE, rtmpPort: 'off', jt808: 'off', hj212: 'off' }, {})).toEqual(off)
  expect(startOptions({ ...NONE, rtmp: false }, { BACKLOT_RTMP_PORT: '1936' })).toEqual({ rtmpPort: null })
  expect(startOptions({ ...NONE, rtmpPort: '1937' }, env)).toMatchObject({ rtmpPort: 1937 })
})

test('lists are variables with commas; a flag takes the place of the whole list', () => {
  const env = {
    BACKLOT_ALLOWED_HOSTS: 'console.example, other.example',
    BACKLOT_ALLOWED_ORIGINS: 'http://console.example:8080',
    BACKLOT_PUSH_ALLOW: 'hooks.example, 10.1.0.0/16',
    BACKLOT_HJ212_UNIT: 'pm25=ng/m3,MN000000000001:LA=dB',
  }
  const config = parseConfig(startOptions(NONE, env))
  expect(config).toMatchObject({
    allowedHosts: ['console.example', 'other.example'],
    allowedOrigins: ['http://console.example:8080'],
    pushAllow: ['hooks.example', '10.1.0.0/16'],
    hj212Unit: [
      { sn: undefined, code: 'a34004', unit: 'ng/m³' },
      { sn: 'MN000000000001', code: 'LA', unit: 'dB' },
    ],
  })
  expect(startOptions({ ...NONE, allowedHost: ['one.example'] }, env).allowedHosts).toEqual(['one.example'])
})

test('a mistake names its option', () => {
  expect(() => startOptions(NONE, { BACKLOT_RTMP_PORT: 'none' })).toThrow('--rtmp-port none')
  expect(() => parseConfig(startOptions({ ...NONE, hj212Unit: ['pm25=dB'] }, {}))).toThrow(
    "Option --hj212-unit: 'pm25=dB': pm25 cannot be read in dB.",
  )
  expect(() => parseConfig(startOptions({ ...NONE, pushAllow: ['10.0.0.0/33'] }, {}))).toThrow(
    'Option --push-allow: 10.0.0.0/33 is no network.',
  )
})
