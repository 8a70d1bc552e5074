import { CODES } from '@backlot/contract/codes'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CLIENT_CODES, PlatformReplyError } from '../platform/platform-reply-error.ts'
import english from './en/errors.ts'
import { errorText } from './error-text.ts'
import chinese from './zh/errors.ts'

let language: 'en' | 'zh' = 'en'
beforeAll(() => {
  const textsOf = (key: string) => (language === 'en' ? english : chinese)[key as keyof typeof english]
  vi.spyOn(i18next, 'getFixedT').mockReturnValue(textsOf as never)
})
afterAll(() => {
  vi.restoreAllMocks()
})

const said = (code: number, msg = '') => {
  const error = new PlatformReplyError({ code, msg, httpStatus: 200, callName: 'test' })
  return (['en', 'zh'] as const).map((each) => {
    language = each
    return errorText(error)
  })
}

it.each([
  ['a wrong code of the picture', CODES.verifyCodeWrong, 'verifycode_error'],
  ['a code of the picture that is too old', CODES.verifyCodeExpired, 'verifycode_expired'],
  ['a wrong name or password', CODES.wrongCredentials, 'wrong_credentials'],
  ['a locked account', CODES.accountLocked, 'account_locked'],
  ['a session that has ended', CODES.sessionExpired, 'login_expired'],
  ['two entries of a password that differ', CODES.passwordsDiffer, 'passwords_differ'],
  ['a new password that is the old one', CODES.passwordUnchanged, 'password_unchanged'],
  ['a missing permission', CODES.notPermitted, 'no_permission'],
  ['a manual snapshot', CODES.alarmNotEditable, 'alarm_not_editable'],
  ['a device that refused a setting', CLIENT_CODES.deviceRefused, 'setting_failed'],
  ['a device that is off line', CODES.deviceOffline, 'device_offline'],
  ['a device that said nothing', CLIENT_CODES.deviceSilent, 'device_silent'],
  ['a platform whose disk is full', CODES.storageFull, 'storage_full'],
  ['a platform out of reach', CLIENT_CODES.unreachable, 'unreachable'],
] as const)('%s has words of its own in both languages, whatever the platform says', (_of, code, key) => {
  expect(said(code, 'what the platform says')).toEqual([english[key], chinese[key]])
})

it('other refusals are told in the words of the platform, and without words in general ones', () => {
  expect(said(-5, '没有这样的设备')).toEqual(['没有这样的设备', '没有这样的设备'])
  expect(said(-5)).toEqual([english.failed, chinese.failed])
  language = 'zh'
  expect(errorText(new Error('anything'))).toBe('请求发生异常')
})
