import { useMediaQuery } from './use-media-query.ts'

const query = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the system asks for as little motion as possible. */
export function useReducedMotion(): boolean {
  return useMediaQuery(query)
}
