import { CALL_RESULTS, DUPLEX_RESULTS, resultName } from '@backlot/contract/talk/results'
import { shown } from '../../app/message-bridge.tsx'
import { loadTexts, type TextKey, textOf } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { MicrophoneError } from './audio/microphone.ts'

/** The text of a call's result, by its table (stated). */
export function resultText(kind: 'call' | 'monitor' | 'duplex', result: number): TextKey<'talk'> {
  if (kind === 'duplex') {
    const name = resultName(DUPLEX_RESULTS, result)
    return name && name !== 'ok' ? `duplexResult.${name}` : 'callResult.generic'
  }
  const name = resultName(CALL_RESULTS, result)
  return name && name !== 'ok' ? `callResult.${name}` : 'callResult.generic'
}

/** The text of why there is no microphone. */
export function microphoneText(error: unknown): TextKey<'talk'> {
  return `microphone.${error instanceof MicrophoneError ? error.fault : 'failed'}`
}

/** Says something about talk, wherever the operator is; a text takes the place of the one before. */
export function sayTalk(
  key: TextKey<'talk'>,
  kind: 'error' | 'info' | 'warning' = 'error',
  values: Record<string, string | number> = {},
): void {
  loadTexts(['talk']).then(
    () =>
      shown().message.open({ key: 'talk', type: kind, content: textOf('talk')(key, values), duration: 5 }),
    (error: unknown) => noteProblem('talk texts', String(error)),
  )
}
