import { useSyncExternalStore } from 'react'

const query = matchMedia('(prefers-reduced-motion: reduce)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the system asks for as little motion as possible. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
