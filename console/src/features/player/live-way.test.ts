import { expect, it } from 'vitest'
import { chooseLiveWay } from './live-way.ts'

const PAGE = {
  isSecureContext: true,
  VideoDecoder: class {},
  MediaStreamTrackGenerator: class {},
  WebSocket: class {},
}
const SILENT = { withAudio: false, failed: undefined }

it('decodes in the worker where the browser can', () => {
  expect(chooseLiveWay(SILENT, PAGE)).toEqual({ way: 'webCodecs' })
})

it.each([
  ['notSecure', { ...PAGE, isSecureContext: false, VideoDecoder: undefined }],
  ['noWebCodecs', { ...PAGE, VideoDecoder: undefined }],
  ['noTracks', { ...PAGE, MediaStreamTrackGenerator: undefined }],
  ['pageSockets', { ...PAGE, WebSocket: Object.assign(class {}, { isOfPage: true }) }],
])('plays by MSE and names the reason: %s', (why, page) => {
  expect(chooseLiveWay(SILENT, page)).toEqual({ way: 'mse', why })
})

it('plays sound by MSE, and what the worker could not decode', () => {
  expect(chooseLiveWay({ withAudio: true, failed: undefined }, PAGE)).toEqual({ way: 'mse', why: 'sound' })
  for (const failed of ['codec', 'decoder', 'worker'] as const)
    expect(chooseLiveWay({ withAudio: true, failed }, PAGE)).toEqual({ way: 'mse', why: failed })
})
