import { CODES } from '@backlot/contract/codes'
import { PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { afterEach, describe, expect, it } from 'vitest'
import { setTalkUnderWay } from '../../features/talk/talk-state.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { failureText, talkFailure } from './failure-text.ts'

const text = (code: number, msg = 'words of the platform') =>
  failureText(
    (key) => key,
    new PlatformReplyError({ code, msg, httpStatus: 200, callName: 'recordings.play' }),
  )

describe('a failure of a recording', () => {
  it('has the stated text of its code', () => {
    const { shownInfoA, shownInfoB, ...stated } = PLAYBACK_CODES
    expect(Object.values(stated).map((code) => text(code))).toEqual([
      'failure.mediaServiceInfoFailed',
      'failure.mediaServiceNotBound',
      'failure.unknown',
      'failure.getPlayAddressFailed',
      'failure.noRecordingFiles',
      'failure.noCaptureFiles',
    ])
    for (const code of [shownInfoA, shownInfoB]) expect(text(code)).toBe('words of the platform')
  })

  it("is said in the platform's words when it has no text, as that there is no ffmpeg", () => {
    expect(text(CODES.unavailable, 'ffmpeg is not available on the platform')).toBe(
      'ffmpeg is not available on the platform',
    )
  })
})

describe('a recording that is to be played during talk', () => {
  afterEach(() => setTalkUnderWay(undefined))

  it.each(['intercom', 'meeting', 'ptt'] as const)('is refused with the words for it: %s', (service) => {
    expect(talkFailure()).toBeUndefined()
    setTalkUnderWay(service)
    expect(talkFailure()).toBe(`failure.talk.${service}`)
  })
})
