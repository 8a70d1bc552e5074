import { fromCivil, HOUR_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import type { DeviceCommand } from './commands.ts'
import { deviceUploadAt, deviceVideoPacking } from './device-uploads.ts'

const NOON = fromCivil(2026, 11, 20, 12)
const set = (atMs: number, seq: number, fileTypes: string[], packMinutes = 10): DeviceCommand => ({
  sn: 'S',
  atMs,
  seq,
  kind: 'configSet',
  section: 'uploadConfig',
  config: { packMinutes, uploadMinutes: 60, fileTypes },
})

test('until somebody configures it a device sends what it makes at once; then what was chosen, as it was chosen', () => {
  const list = [set(NOON, 1, ['video']), set(NOON + HOUR_MS, 2, ['pushVideo'], 5)]
  expect(deviceUploadAt([], 'video', NOON)).toBeUndefined()
  expect(deviceUploadAt(list, 'video', NOON - 1)).toBeUndefined()
  expect(deviceUploadAt(list, 'video', NOON)).toEqual({ packMinutes: 10, uploadMinutes: 60 })
  expect(deviceUploadAt(list, 'pushVideo', NOON)).toBe('never')
  expect(deviceUploadAt(list, 'video', NOON + HOUR_MS)).toBe('never')
  expect(deviceUploadAt(list, 'pushVideo', NOON + HOUR_MS)).toEqual({ packMinutes: 5, uploadMinutes: 60 })
})

test('its own video is cut by its packing, until it is set anew', () => {
  const list = [set(NOON, 1, ['video']), set(NOON + HOUR_MS, 2, [])]
  expect(deviceVideoPacking(list, NOON - 1)).toEqual({ packMinutes: undefined, untilMs: NOON })
  expect(deviceVideoPacking(list, NOON)).toEqual({ packMinutes: 10, untilMs: NOON + HOUR_MS })
  expect(deviceVideoPacking(list, NOON + HOUR_MS)).toEqual({
    packMinutes: undefined,
    untilMs: Number.POSITIVE_INFINITY,
  })
})
