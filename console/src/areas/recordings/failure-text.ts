import { PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { talkUnderWay } from '../../features/talk/talk-state.ts'
import { errorText } from '../../language/error-text.ts'
import type { TextKey } from '../../language/language.ts'
import { CLIENT_CODES, PlatformReplyError } from '../../platform/platform-reply-error.ts'

/** Texts of the stated failures by their code. */
const TEXTS: Readonly<Record<number, TextKey<'recordings'>>> = {
  [PLAYBACK_CODES.mediaServiceInfoFailed]: 'failure.mediaServiceInfoFailed',
  [PLAYBACK_CODES.mediaServiceNotBound]: 'failure.mediaServiceNotBound',
  [PLAYBACK_CODES.playbackFailedUnknown]: 'failure.unknown',
  [PLAYBACK_CODES.getPlayAddressFailed]: 'failure.getPlayAddressFailed',
  [PLAYBACK_CODES.noRecordingFiles]: 'failure.noRecordingFiles',
  [PLAYBACK_CODES.noCaptureFiles]: 'failure.noCaptureFiles',
  [CLIENT_CODES.unreadable]: 'failure.unknown',
}

/** Text for a failure of a recording: the stated text of its code, else the platform's. */
export function failureText(t: (key: TextKey<'recordings'>) => string, error: unknown): string {
  const key = error instanceof PlatformReplyError ? TEXTS[error.code] : undefined
  return key ? t(key) : errorText(error)
}

/** Why nothing can be played while the page talks (stated: stop it first), whatever talk it is. */
export function talkFailure(): TextKey<'recordings'> | undefined {
  const service = talkUnderWay()
  return service && `failure.talk.${service}`
}
