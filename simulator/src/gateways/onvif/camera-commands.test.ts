import { expect, test } from 'vitest'
import type { DeviceAction } from '../../devices/commands.ts'
import { cameraRequests } from './camera-commands.ts'

const steering = {
  profileToken: 'p<1>',
  sourceToken: 'v',
  isFocusing: false,
  presets: [{ index: 3, token: 'preset & 3', name: 'Door' }],
}
const profileToken = 'p&lt;1&gt;'
const of = (action: DeviceAction) => cameraRequests(action, steering)

test('a move is a share of the speed, on the axes named, and focus goes to the lens', () => {
  expect(of({ kind: 'ptzMove', motion: { pan: -1, tilt: 0.5 }, speed: 40, forMs: 500 })).toEqual([
    {
      method: 'continuousMove',
      options: { profileToken, x: -0.4, y: 0.2, zoom: 0, onlySendPanTilt: true, timeout: 500 },
    },
  ])
  expect(of({ kind: 'ptzMove', motion: { zoom: 1 }, speed: 50 })).toEqual([
    { method: 'continuousMove', options: { profileToken, x: 0, y: 0, zoom: 0.5, onlySendZoom: true } },
  ])
  expect(of({ kind: 'ptzMove', motion: { pan: 1, zoom: 1 }, speed: 100 })).toEqual([
    { method: 'continuousMove', options: { profileToken, x: 1, y: 0, zoom: 1 } },
  ])
  expect(of({ kind: 'ptzMove', motion: { focus: -1 }, speed: 50 })).toEqual([
    { method: 'imagingMove', options: { token: 'v', continuous: { speed: -0.5 } } },
  ])
})

test('an iris opens and closes by steps', () => {
  expect(of({ kind: 'ptzMove', motion: { iris: -1 }, speed: 50 })).toEqual([
    { method: 'irisStep', options: { token: 'v', share: -0.5 } },
  ])
})

test('a stop is for the axes named, or for all', () => {
  expect(of({ kind: 'ptzStop' })?.[0]).toEqual({
    method: 'stop',
    options: { profileToken, panTilt: true, zoom: true },
  })
  const focusing = cameraRequests({ kind: 'ptzStop' }, { ...steering, isFocusing: true })
  expect(focusing?.map(({ method }) => method)).toEqual(['stop', 'imagingStop'])
  expect(of({ kind: 'ptzStop' })).toHaveLength(1)
  expect(of({ kind: 'ptzStop', axes: ['zoom'] })).toEqual([
    { method: 'stop', options: { profileToken, panTilt: false, zoom: true } },
  ])
  expect(of({ kind: 'ptzStop', axes: ['focus'] })).toEqual([
    { method: 'imagingStop', options: { token: 'v' } },
  ])
})

test('presets go by the tokens of the camera, and texts are escaped', () => {
  expect(of({ kind: 'presetCall', preset: 3 })?.[0]).toMatchObject({
    method: 'gotoPreset',
    options: { preset: 'preset &amp; 3' },
  })
  expect(of({ kind: 'presetSet', preset: 3, name: '<Gate>' })?.[0]?.options).toEqual({
    profileToken,
    presetName: '&lt;Gate&gt;',
    presetToken: 'preset &amp; 3',
  })
  expect(of({ kind: 'presetSet', preset: 8 })?.[0]?.options).toEqual({ profileToken, presetName: 'Preset 8' })
  expect(of({ kind: 'presetCall', preset: 8 })).toEqual([])
})

test('a pose is within the spaces of ONVIF', () => {
  expect(of({ kind: 'ptzTurn', pose: { panDeg: 270, tiltDeg: -90, zoom: 32 } })?.[0]?.options).toEqual({
    profileToken,
    x: -0.5,
    y: -1,
    zoom: 1,
  })
})

test('a camera hears nothing of what is not for cameras', () => {
  expect(of({ kind: 'cruiseStart', cruise: 1 })).toBeUndefined()
  expect(of({ kind: 'connectivity', forced: 'offline' })).toBeUndefined()
})
