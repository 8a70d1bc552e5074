import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FetchPage, TableDescription, TablePage, TableQuery } from './table-screen-types.ts'
import { useTableUrl } from './table-url.ts'
import type { TableFilters } from './use-table-filters.ts'

const USUAL_PAGE_SIZE = 50
const GOES_ON_MS = 2000
const NO_ROWS: readonly never[] = []

/**
 * The page of rows that the URL names. A page after one that was seen is requested by that one's cursor, so that rows
 * which come in between shift nothing; a page that is jumped to is requested by its number.
 */
export function useTablePage<Row>(description: TableDescription<Row>, filters: TableFilters) {
  const { name, fetchKey = [], defaultPageSize = USUAL_PAGE_SIZE } = description
  const url = useTableUrl()
  const { autoRefresh } = description
  const first = typeof autoRefresh === 'number' ? autoRefresh : undefined
  const [refreshSeconds, setRefreshSeconds] = useState(first)
  const pageSize = url.pageSize ?? defaultPageSize
  // A sorting that these columns do not have is left over from others.
  const sortable = description.columns.some((column) => column.sortable && column.key === url.sort?.key)
  const sort = sortable ? url.sort : description.defaultSort
  const asked: TableQuery = {
    currentPage: url.page,
    pageSize,
    ...(sort && { sort: sort.key, order: sort.order }),
  }
  const fetch = filters.time?.fault === undefined ? description.fetch : undefined
  const rowsKey = [name, ...fetchKey, ...filters.key]
  const marks = useMarks(JSON.stringify([rowsKey, pageSize, sort]))

  const page = useQuery<TablePage<Row>>({
    queryKey: [...rowsKey, asked],
    enabled: fetch !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const { goesOn } = description
      const goes = goesOn !== undefined && state.data?.list.some((row) => goesOn(row))
      const chosenMs = refreshSeconds === undefined ? Number.POSITIVE_INFINITY : refreshSeconds * 1000
      const everyMs = Math.min(chosenMs, goes ? GOES_ON_MS : Number.POSITIVE_INFINITY)
      return Number.isFinite(everyMs) && everyMs
    },
    queryFn: async ({ signal }) => {
      if (!fetch) throw new Error(`${name}: asked without a valid filter`)
      const next = marks.get(url.page - 1)
      const query = next === undefined ? asked : { ...asked, next }
      const answer = await fetch(query, signal, filters.filtered())
      marks.set(url.page, answer.next)
      return answer
    },
  })

  const rows: readonly Row[] = page.data?.list ?? NO_ROWS
  const lastPage = Math.max(1, Math.ceil((page.data?.total ?? 0) / pageSize))
  const beyondEnd =
    page.data !== undefined && !page.isPlaceholderData && rows.length === 0 && url.page > lastPage
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the rows of the last page are gone
  useEffect(() => {
    if (beyondEnd) url.setPaging({ page: lastPage === 1 ? undefined : lastPage })
  }, [beyondEnd])

  return {
    url,
    fetch: fetch as FetchPage<Row> | undefined,
    page,
    rows,
    /** Begins the keys of what is known of these rows. */
    rowsKey,
    pageSize,
    defaultPageSize,
    sort,
    asked,
    refreshSeconds,
    setRefreshSeconds,
  }
}

/** Cursors at the ends of the pages seen, while the same rows are requested in the same order. */
function useMarks(key: string): Map<number, string | undefined> {
  const held = useRef({ key, marks: new Map<number, string | undefined>() })
  if (held.current.key !== key) held.current = { key, marks: new Map() }
  return held.current.marks
}
