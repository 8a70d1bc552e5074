import { useCallback, useSyncExternalStore } from 'react'

const queries = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const list = queries.get(query) ?? matchMedia(query)
  queries.set(query, list)
  return list
}

/** Whether a media query holds, also once that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}

/** Whether the window is that of a phone, upright or on its side; stylesheets ask for the same. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(width <= 700px), (height <= 500px) and (pointer: coarse)')
