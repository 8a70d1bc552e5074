import { PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { expect, test } from 'vitest'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { isTriedAgain } from './recorded-retry.ts'

const reply = (code: number, httpStatus: number) =>
  new PlatformReplyError({ code, msg: '', httpStatus, callName: 'recordings.play' })

test('a recording whose stream broke, or whose platform does not answer, is tried again three times', () => {
  for (const failure of [undefined, reply(-1001, 0)])
    expect([1, 2, 3, 4].map((errors) => isTriedAgain(errors, failure))).toEqual([true, true, true, false])
})

test('what a platform refused is not asked for again', () => {
  expect(isTriedAgain(1, reply(PLAYBACK_CODES.noRecordingFiles, 200))).toBe(false)
  expect(isTriedAgain(1, reply(404, 404))).toBe(false)
  expect(isTriedAgain(1, new Error('no library'))).toBe(false)
})
