import { parse } from 'node:querystring'
import type { AnyCall } from '@backlot/contract/call'
import { PlatformError } from '../kernel/platform-error.ts'
import { validate } from './validate.ts'

/** Query texts cached per call: consoles request the same lists repeatedly. */
const KEPT_MAX = 64
/** Longer ones are seldom repeated. */
const LENGTH_MAX = 200
/**
 * Most parameters of a query; the contract's longest has about 40. Beyond its own limit the parser would drop the rest.
 */
const PARAMETERS_MAX = 200

/** Parses and checks the query text of a call. A repeated text answers the same frozen value without parsing. */
export function createQueryParser(): (call: AnyCall, text: string) => unknown {
  const kept = new Map<string, Map<string, unknown>>()
  return (call, text) => {
    const known = kept.get(call.name)
    const repeated = known?.get(text)
    if (repeated !== undefined) return repeated
    const parsed = Object.freeze(validate(call.query, parametersOf(text), 'query'))
    if (text.length > LENGTH_MAX) return parsed
    const texts = known ?? new Map<string, unknown>()
    if (texts.size >= KEPT_MAX) texts.delete(texts.keys().next().value as string)
    texts.set(text, parsed)
    kept.set(call.name, texts)
    return parsed
  }
}

function parametersOf(text: string): ReturnType<typeof parse> {
  if (text.split('&', PARAMETERS_MAX + 1).length > PARAMETERS_MAX)
    throw new PlatformError('invalid', `query: at most ${PARAMETERS_MAX} parameters`, 'query')
  return parse(text)
}
