import { expect, test } from 'vitest'
import { talkTargetOf } from './call-target.ts'

const video = (chnId: number, lineId: number) => ({ chnId, type: 0, lineId })
const audio = (chnId: number, lineId: number) => ({ chnId, type: 4, lineId })

test('protocol type 0 knows neither intercom nor listening', () => {
  expect(talkTargetOf({ protocolType: 0, channels: [video(1, 1), audio(2, 1)] })).toBe('notSupported')
})

test('video and audio must be on one line', () => {
  const vehicle = { protocolType: 4, channels: [video(1, 1), video(2, 2), audio(3, 2)] }
  expect(talkTargetOf(vehicle, 1)).toBe('noAudioChannel')
  expect(talkTargetOf(vehicle, 2)).toEqual({ videoChnId: 2, audioChnId: 3 })
  expect(talkTargetOf(vehicle, 3)).toEqual({ videoChnId: 2, audioChnId: 3 })
  expect(talkTargetOf(vehicle)).toEqual({ videoChnId: 2, audioChnId: 3 })
})

test('what is missing is named', () => {
  expect(talkTargetOf({ protocolType: 5, channels: [] })).toBe('noChannel')
  expect(talkTargetOf({ protocolType: 5, channels: [audio(2, 1)] })).toBe('noVideoChannel')
  expect(talkTargetOf({ protocolType: 5, channels: [video(1, 1)] })).toBe('noAudioChannel')
  expect(talkTargetOf({ protocolType: 5, channels: [video(1, 1), audio(2, 1)] }, 9)).toBe('noChannel')
})
