import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressBase } from './address-base.ts'

/**
 * The parameters of the address, and a stable function that changes them in place (no history entry). Changes made in
 * one go build on each other, and on an address that was entered before the page is drawn for it.
 */
export function useAddress(): [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams) => void,
] {
  const [search, setSearch] = useSearchParams()
  const latest = useRef({ search, setSearch })
  /** The address that is drawn, and those that were set since. */
  const known = useRef(new Set<string>())
  const newest = useRef('')
  const drawn = search.toString()
  const isBehind = drawn !== newest.current && known.current.has(drawn)
  // Drawn anew for another reason, before what was set: the next change builds on that all the same.
  latest.current = { search: isBehind ? latest.current.search : search, setSearch }
  if (!isBehind) known.current.clear()
  known.current.add(drawn)
  const update = useCallback((change: (before: URLSearchParams) => URLSearchParams) => {
    const before = addressBase(window.location.hash, known.current, latest.current.search)
    const next = change(new URLSearchParams(before))
    if (next.toString() === before.toString()) return
    newest.current = next.toString()
    known.current.add(newest.current)
    latest.current.search = next
    latest.current.setSearch(next, { replace: true })
  }, [])
  return [search, update]
}
