import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, also once that changes. */
export function useMediaQuery(query: MediaQueryList): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => query.matches)
}
