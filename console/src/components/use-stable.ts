import { useCallback, useRef } from 'react'

/** The same function at every rendering, which calls the newest one. For events, not for rendering. */
export function useStable<Args extends unknown[], Result>(
  newest: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(newest)
  latest.current = newest
  return useCallback((...args: Args) => latest.current(...args), [])
}
