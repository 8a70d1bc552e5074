import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SortOrder } from './table-screen-types.ts'

/** Values of filters as text; undefined takes one out. */
export type UrlChange = Readonly<Record<string, string | number | undefined>>

/** Names the row that is open beside the list. */
export const ROW_PARAMETER = 'row'

type TableUrl = {
  get(name: string): string | undefined
  /** Changes filters; the table goes back to its first page, and an open row is closed. */
  setFilters(change: UrlChange): void
  /** Changes paging and sorting. */
  setPaging(change: UrlChange): void
  /** Changes filters as a step that the browser's back button takes back. */
  open(change: UrlChange): void
  /** Every parameter. */
  all(): Record<string, string>
  page: number
  pageSize: number | undefined
  sort: { key: string; order: SortOrder } | undefined
}

/** A search with a change applied. Empty and undefined values are taken out. */
export function changeSearch(before: URLSearchParams, change: UrlChange): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** A whole number of a search from `min` on, else undefined. */
export function numberOf(search: URLSearchParams, name: string, min: number): number | undefined {
  const text = search.get(name)
  if (text === null || !/^\d+$/.test(text)) return undefined
  const value = Number(text)
  return value >= min ? value : undefined
}

/** Filters, page and sorting of a table, held in the URL: a reload or a shared link shows the same rows. */
export function useTableUrl(): TableUrl {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (change: UrlChange) => setSearch((before) => changeSearch(before, change), { replace: true }),
    [setSearch],
  )
  return useMemo(() => {
    const key = search.get('sort')
    return {
      get: (name) => search.get(name) ?? undefined,
      setFilters: (filters) => change({ [ROW_PARAMETER]: undefined, ...filters, page: undefined }),
      setPaging: change,
      open: (filters) =>
        setSearch((before) =>
          changeSearch(before, { [ROW_PARAMETER]: undefined, ...filters, page: undefined }),
        ),
      all: () => Object.fromEntries(search),
      page: numberOf(search, 'page', 1) ?? 1,
      pageSize: numberOf(search, 'size', 1),
      sort: key === null ? undefined : { key, order: search.get('order') === 'asc' ? 'asc' : 'desc' },
    }
  }, [search, setSearch, change])
}
