import type { CameraProfile, ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import { expect, test } from 'vitest'
import {
  addressFaultText,
  chosenProfiles,
  clockText,
  nameFor,
  streamText,
  subProfilesFor,
  toldFault,
} from './camera-choices.ts'

const t = (key: string, values?: Readonly<Record<string, string | number>>) =>
  values ? `${key} ${Object.values(values).join(' ')}` : key
const profile = (token: string, width: number, source = 'lens'): CameraProfile => ({
  ...{ token, name: token, source, codec: 'H264', width, height: width / 2, fps: 25, kbps: 0 },
  ...{ ptz: false, audio: false, streamUri: '' },
})
const PROFILES = [
  profile('small', 640),
  profile('large', 1920),
  profile('middle', 1280),
  profile('other', 320, 'second'),
]

test('without a wish the largest picture is the main stream, and the smallest of the same lens the sub-stream', () => {
  const none = { mainProfile: '', subProfile: '' }
  expect(chosenProfiles(PROFILES, none)).toEqual({ mainProfile: 'large', subProfile: 'small' })
  expect(chosenProfiles([], none)).toEqual(none)
})

test('profiles that are wanted stay, as far as the camera has them and they show the same picture', () => {
  const wish = (mainProfile: string, subProfile: string) =>
    chosenProfiles(PROFILES, { mainProfile, subProfile })
  expect(wish('middle', 'middle')).toEqual({ mainProfile: 'middle', subProfile: 'middle' })
  expect(wish('middle', 'other')).toEqual({ mainProfile: 'middle', subProfile: 'small' })
  expect(wish('gone', 'middle')).toEqual({ mainProfile: 'large', subProfile: 'middle' })
  expect(subProfilesFor(PROFILES, 'other').map(({ token }) => token)).toEqual(['other'])
})

test.each([
  ['credentials', 'admin', 'password', 'fault.credentials'],
  ['credentials', ' ', 'username', 'fault.credentialsMissing'],
  ['keyLost', 'admin', 'password', 'fault.keyLost'],
  ['unreachable', '', 'address', 'fault.unreachable'],
  ['notOnvif', '', 'address', 'fault.notOnvif'],
  ['refused', '', 'address', 'fault.refused its words'],
  ['added', '', undefined, 'fault.added'],
] as const)('a fault %s of the account %j is told at %s: %s', (fault, username, field, text) => {
  const told = toldFault(t, { fault, detail: 'its words' }, { address: '10.1.0.5', username })
  expect(told).toEqual({ ...(field && { field }), text })
})

test('the address of a stream is no ONVIF in other words, and its form is judged before anything is asked', () => {
  const stream = { address: ' RTSP://10.1.0.5/live', username: '' }
  expect(toldFault(t, { fault: 'notOnvif' }, stream).text).toBe('fault.notRtsp')
  expect(addressFaultText(t, 'https://10.1.0.5')).toBe('addressFault.https')
  expect(addressFaultText(t, stream.address)).toBeUndefined()
  expect(addressFaultText(t, ' ')).toBeUndefined()
})

test.each([
  [null, undefined],
  [-900, 'clock.same'],
  [7400, 'clock.ahead 7 clock.s'],
  [-3_700_000, 'clock.behind 1 clock.h 1 clock.min'],
])('a clock %s ms ahead: %s', (ms, text) => {
  expect(clockText(t, ms)).toBe(text)
})

test('a stream is described by what is known of it', () => {
  expect(streamText(profile('a', 640), t)).toBe('640 × 320 · H.264 · fps 25')
  expect(streamText({ ...profile('a', 0), fps: 0, codec: 'H265' }, t)).toBe('H.265')
})

test('a camera is called what it calls itself, else by its make, else by its host', () => {
  const of = (maker: string, model: string) => ({ maker, model }) as ProbedCamera
  expect(nameFor(of('Acme', 'X1'), 'Gate', '10.1.0.5')).toBe('Gate')
  expect(nameFor(of('Acme', 'X1'), '', '10.1.0.5')).toBe('Acme X1')
  expect(nameFor(of('Acme', 'Acme X1'), undefined, '10.1.0.5')).toBe('Acme X1')
  expect(nameFor(of('', ''), undefined, 'rtsp://10.1.0.5:8554/live')).toBe('10.1.0.5')
  expect(nameFor(of('', ''), undefined, 'http://[fd00::9]:81/')).toBe('[fd00::9]')
})
