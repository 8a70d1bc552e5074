import { useMediaQuery } from './use-media-query.ts'

/** Whether the system asks for as little motion as possible. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)')
}
