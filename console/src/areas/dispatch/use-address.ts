import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * The parameters of the address, and a stable function that changes them in place (no history entry). Changes made in
 * one go build on each other.
 */
export function useAddress(): [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams) => void,
] {
  const [search, setSearch] = useSearchParams()
  const latest = useRef({ search, setSearch })
  latest.current = { search, setSearch }
  const update = useCallback((change: (before: URLSearchParams) => URLSearchParams) => {
    const next = change(new URLSearchParams(latest.current.search))
    if (next.toString() === latest.current.search.toString()) return
    latest.current.search = next
    latest.current.setSearch(next, { replace: true })
  }, [])
  return [search, update]
}
