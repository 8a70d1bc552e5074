import { CALL_RESULTS, DUPLEX_RESULTS, resultName } from '@backlot/contract/talk/results'
import type { TextKey } from '../../language/language.ts'
import { MicrophoneError } from './audio/microphone-fault.ts'

/** The text of a call's result, by its table (stated); any number that is in none is a generic failure. */
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
