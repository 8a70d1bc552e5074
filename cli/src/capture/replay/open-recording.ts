import { CODES } from '@backlot/contract/codes'
import { login } from '@backlot/contract/session/calls'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { Capture, Exchange } from '../capture.ts'
import { type Miss, Misses } from './misses.ts'
import { createPlatformTime } from './platform-time.ts'
import { RecordedCalls } from './recorded-calls.ts'
import { type Played, RecordedSockets } from './recorded-sockets.ts'
import { type RequestParts, requestKey } from './request-key.ts'
import { loginNameIn, signInsOf } from './sign-ins.ts'
import { NEVER_T, type Span, type Visitor } from './visitor.ts'

export type Recording = ReturnType<typeof openRecording>

/** A recorded platform, ready to be asked: wherever it is replayed from. */
export function openRecording(capture: Capture, onMiss: (miss: Miss) => void) {
  const { adapter } = capture.manifest.config
  const time = createPlatformTime(capture)
  const signIns = signInsOf(capture.exchanges, adapter)
  const sockets = new RecordedSockets(capture.sockets, adapter)
  const calls = new RecordedCalls([...capture.exchanges, ...sockets.calls], time)
  const misses = new Misses(onMiss)
  /** Accounts that sign in with any password. */
  const accounts = [...new Set(signIns.map(({ loginName }) => loginName))]
  return {
    capture,
    time,
    calls,
    misses,
    accounts,
    /** Differences from the recording, in words. */
    remarks: [
      ...capture.remarks,
      ...(accounts.length > 0 ? [] : ['The recording has no sign-in: nobody can sign in.']),
    ],
    /** Where a further round begins: behind the first sign-in. */
    roundT: signIns[0]?.exchange.endT ?? 0,
    /**
     * The recorded sign-in that this request repeats: any password and any code will do. Undefined: it is none. Throws
     * a PlatformError for an account that was not recorded.
     */
    signIn({ method, path, body }: RequestParts): { exchange: Exchange; span: Span } | undefined {
      const loginName = method === 'POST' ? loginNameIn(adapter, path, body) : undefined
      if (loginName === undefined) return undefined
      const at = signIns.findIndex((one) => one.loginName === loginName)
      const found = signIns[at]
      if (found) {
        const { exchange } = found
        const next = signIns.slice(at).find((one) => one.loginName !== loginName)
        const toT = next?.exchange.t ?? NEVER_T
        return { exchange, span: { fromT: exchange.endT ?? exchange.t, toT } }
      }
      misses.add(`POST ${login.path} of ${loginName}`, 'nobody')
      const who =
        accounts.length > 0 ? `Sign in as ${accounts.join(' or ')}.` : 'The recording has no sign-in.'
      throw new PlatformError('wrongCredentials', `${loginName} was not recorded. ${who}`)
    },
    /** The recorded answer to a request; undefined: it was never requested. */
    answer: (parts: RequestParts, visitor: Visitor): Exchange | undefined =>
      calls.find(requestKey(parts), visitor),
    /** The recorded socket that a page opens next at an address. */
    socket: (path: string, visitor: Visitor): Played | undefined => sockets.next(path, visitor),
  }
}

/** Refusal of a request that was not recorded. */
export const notRecorded = (what: string): PlatformError =>
  new PlatformError('notFound', `${what} was not recorded.`)

/** Answer to a call over the channel that was not recorded. */
export const callNotRecorded = (name: string) => ({
  code: CODES.notFound,
  msg: `${name} was not recorded.`,
  data: null,
})
