import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useLanguage } from '../language/language.ts'
import { channel, watchNetwork } from '../platform/channel.ts'
import { queryClient } from '../platform/query-client.ts'
import { handleAccountNotices, handleNotAuthorised } from '../session/authorisation.ts'
import { signOutAndEnd } from '../session/session-end.ts'
import { useSession } from '../session/session-store.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { followAlarmTypes } from './follow-alarm-types.ts'
import { pageIdleEnvironment, watchIdle } from './idle.ts'
import { refreshWhenBack } from './refresh-when-back.ts'
import { startServices } from './services.ts'

/** `clock`: the platform's time is set, screens may query spans of it. */
export type ServicesState =
  | { state: 'starting'; clock: boolean }
  | { state: 'ready' }
  | { state: 'failed'; error: unknown }

/** Screens that are watched and not touched: nobody is away from them. */
const WATCHED = ['/largeScreen']

/** Runs the services while the shell is shown; answers the state of their start and a function that tries again. */
export function useServices(): [ServicesState, () => void] {
  const [services, setServices] = useState<ServicesState>({ state: 'starting', clock: false })
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((count) => count + 1), [])
  const userId = useSession((session) => session.userInfo?.userId)
  const sessionId = useSession((session) => session.sessionId)
  const idleMinutes = useSession((session) => session.userInfo?.autoLogoutTimeout ?? 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn starts again
  useEffect(() => {
    if (userId === undefined) return
    let current = true
    handleNotAuthorised()
    const stops = [
      handleAccountNotices(),
      watchNetwork(),
      followAlarmTypes(),
      refreshWhenBack(queryClient, channel),
    ]
    setServices({ state: 'starting', clock: false })
    startServices(() => current && setServices({ state: 'starting', clock: true })).then(
      () => current && setServices({ state: 'ready' }),
      (error: unknown) => current && setServices({ state: 'failed', error }),
    )
    return () => {
      current = false
      for (const stop of stops) stop()
    }
  }, [userId, turn])

  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has texts of its own
  useEffect(() => (services.state === 'ready' ? fetchAhead() : undefined), [services.state, language])

  const isWatched = WATCHED.includes(useLocation().pathname)
  useEffect(
    () =>
      watchIdle(
        pageIdleEnvironment(sessionId),
        { timeoutMinutes: idleMinutes, isWatched },
        () => void signOutAndEnd('idle'),
      ),
    [sessionId, idleMinutes, isWatched],
  )

  return [services, again]
}
