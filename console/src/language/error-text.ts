import { CODES } from '@backlot/contract/codes'
import { CLIENT_CODES, PlatformReplyError } from '../platform/platform-reply-error.ts'
import { type TextKey, textOf } from './language.ts'

/** Codes with a text of their own; every other refusal shows the platform's message (stated). */
const TEXT_BY_CODE: Readonly<Record<number, TextKey<'errors'>>> = {
  [CODES.verifyCodeWrong]: 'verifycode_error',
  [CODES.verifyCodeExpired]: 'verifycode_expired',
  [CODES.wrongCredentials]: 'wrong_credentials',
  [CODES.accountLocked]: 'account_locked',
  [CODES.sessionExpired]: 'login_expired',
  [CODES.notSignedIn]: 'login_expired',
  [CODES.notPermitted]: 'no_permission',
  [CODES.notLicensed]: 'not_licensed',
  [CODES.passwordsDiffer]: 'passwords_differ',
  [CODES.passwordUnchanged]: 'password_unchanged',
  [CODES.deviceOffline]: 'device_offline',
  [CODES.alarmNotEditable]: 'alarm_not_editable',
  [CODES.tooManyRequests]: 'too_many',
  [CODES.storageFull]: 'storage_full',
  [CLIENT_CODES.unreachable]: 'unreachable',
  [CLIENT_CODES.unreadable]: 'unreadable',
  [CLIENT_CODES.callMissing]: 'call_missing',
  [CLIENT_CODES.channelDown]: 'channel_down',
  [CLIENT_CODES.deviceRefused]: 'setting_failed',
  [CLIENT_CODES.deviceSilent]: 'device_silent',
}

/** Text for an operator when a call failed. Needs the `errors` texts, which are there from the start. */
export function errorText(error: unknown): string {
  const text = textOf('errors')
  if (!(error instanceof PlatformReplyError)) return text('failed')
  const key = TEXT_BY_CODE[error.code]
  return key ? text(key) : error.msg || text('failed')
}
