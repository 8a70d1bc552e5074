import { LIMITS } from '@backlot/contract/limits'
import { verifyCode } from '@backlot/contract/session/calls'
import { useCallback, useEffect, useState } from 'react'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'

type VerifyCode =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  /** The platform wants none. */
  | { state: 'none' }
  | { state: 'shown'; verifyKey: string; image: string }

/** A picture code lives 120 s; it is renewed shortly before. */
const RENEW_MS = LIMITS.verifyCodeMs - 10_000

/** The picture code of the sign-in form and a function that requests another one. */
export function useVerifyCode(): [VerifyCode, () => void] {
  const [code, setCode] = useState<VerifyCode>({ state: 'loading' })
  const [turn, setTurn] = useState(0)
  const renew = useCallback(() => setTurn((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    const aborter = new AbortController()
    setCode({ state: 'loading' })
    request(verifyCode, { signal: aborter.signal }).then(
      ({ verifyKey, image }) => setCode({ state: 'shown', verifyKey, image }),
      (error: unknown) => {
        if (aborter.signal.aborted) return
        if (isCallMissing(error)) return setCode({ state: 'none' })
        noteProblem('session.verifyCode', String(error))
        setCode({ state: 'failed', error })
      },
    )
    const timer = setTimeout(renew, RENEW_MS)
    return () => {
      aborter.abort()
      clearTimeout(timer)
    }
  }, [turn])
  return [code, renew]
}
