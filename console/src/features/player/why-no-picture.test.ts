import { LIVE_START_CODES } from '@backlot/contract/codes'
import { expect, it } from 'vitest'
import english from '../../language/en/video.ts'
import chinese from '../../language/zh/video.ts'
import { whyNoPicture } from './why-no-picture.ts'

const refused = (code: number, msg = 'The device is offline') =>
  whyNoPicture({ state: 'no-signal', error: undefined, refusal: { code, msg } }, false)

it.each([
  [-1, { said: 'The device is offline' }],
  [-2, { said: 'The device is offline' }],
  [1, { text: 'start.getMediaServerFailed' }],
  [2, { text: 'start.mediaServerNotBound' }],
  [3, { text: 'start.playFailedUnknown' }],
  [503, { said: 'The device is offline' }],
])('a live start that fails with %i has its message', (code, message) => {
  expect(refused(code)).toEqual(message)
})

it('every stated code of a failed start is among them', () => {
  expect(Object.values(LIVE_START_CODES).sort((a, b) => a - b)).toEqual([-2, -1, 1, 2, 3])
  expect(chinese.start).toEqual({
    getMediaServerFailed: '获取媒体服务器失败',
    mediaServerNotBound: '设备未绑定媒体服务器',
    playFailedUnknown: '播放失败，未知错误',
  })
})

it('no words of the platform are no message of their own: no signal says enough', () => {
  expect(refused(-1, '')).toBeUndefined()
})

it('after the fourth player error it says that playing failed, and names what a browser cannot', () => {
  const failed = (error: 'media' | 'noMse' | 'codec') =>
    whyNoPicture({ state: 'failed', error, refusal: undefined }, false)
  expect(failed('media')).toEqual({ text: 'player.failed' })
  expect(failed('noMse')).toEqual({ text: 'player.noMse' })
  expect(failed('codec')).toEqual({ text: 'player.codec' })
  expect([chinese.player.failed, chinese.player.noSignal]).toEqual(['视频播放出错，请重试', '无信号'])
  expect([english.player.failed, english.player.noSignal]).toEqual([
    'Video playback failed, please try again',
    'No signal',
  ])
})

it('says that the platform is away while the connection is lost, not that the video is at fault', () => {
  const why = (
    state: 'loading' | 'failed' | 'no-signal' | 'playing',
    error: 'unreachable' | 'codec' | undefined,
  ) => whyNoPicture({ state, error, refusal: undefined }, true)
  expect(why('loading', undefined)).toEqual({ text: 'player.unreachable' })
  expect(why('failed', 'unreachable')).toEqual({ text: 'player.unreachable' })
  expect(why('failed', 'codec')).toEqual({ text: 'player.codec' })
  expect(why('no-signal', undefined)).toBeUndefined()
  expect(why('playing', undefined)).toBeUndefined()
  const refusedWith = (code: number) =>
    whyNoPicture({ state: 'no-signal', error: undefined, refusal: { code, msg: 'why' } }, true)
  expect(refusedWith(3)).toEqual({ text: 'player.unreachable' })
  expect(refusedWith(-1)).toEqual({ said: 'why' })
})
