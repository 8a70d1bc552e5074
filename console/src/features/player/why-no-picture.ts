import { LIVE_START_CODES } from '@backlot/contract/codes'
import type { TextKey } from '../../language/language.ts'
import { CLIENT_CODES } from '../../platform/platform-reply-error.ts'
import type { LiveSnapshot } from './live-snapshot.ts'

/** Failures that the console has words for; codes -1 and -2 come with the platform's own (stated). */
const START_TEXTS: Readonly<Record<number, TextKey<'video'>>> = {
  [LIVE_START_CODES.getMediaServerFailed]: 'start.getMediaServerFailed',
  [LIVE_START_CODES.mediaServerNotBound]: 'start.mediaServerNotBound',
  [LIVE_START_CODES.playFailedUnknown]: 'start.playFailedUnknown',
  [CLIENT_CODES.unreadable]: 'start.playFailedUnknown',
}

/**
 * Why a window has no picture: a text of the console, or the platform's. Undefined: there is no reason to show.
 * `isLost`: the connection to the platform is lost.
 */
export function whyNoPicture(
  snapshot: Pick<LiveSnapshot, 'state' | 'error' | 'refusal'>,
  isLost: boolean,
): { text: TextKey<'video'> } | { said: string } | undefined {
  const { state, error, refusal } = snapshot
  if (state === 'failed' && (error === 'noMse' || error === 'codec')) return { text: `player.${error}` }
  // A platform that ends refuses without a reason, and then is away.
  const refusedAtEnd = state === 'no-signal' && refusal?.code === LIVE_START_CODES.playFailedUnknown
  if (isLost && (state === 'failed' || state === 'loading' || refusedAtEnd))
    return { text: 'player.unreachable' }
  if (state === 'failed') return { text: 'player.failed' }
  if (state !== 'no-signal' || !refusal) return undefined
  const text = START_TEXTS[refusal.code]
  if (text) return { text }
  return refusal.msg === '' ? undefined : { said: refusal.msg }
}
