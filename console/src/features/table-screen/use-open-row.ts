import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useAddress } from '../../components/use-address.ts'
import type { TableDescription, TableHandle } from './table-screen-types.ts'
import { changeSearch, ROW_PARAMETER } from './table-url.ts'
import type { TableFilters } from './use-table-filters.ts'
import type { useTablePage } from './use-table-page.ts'

/** A row that is not on the page is looked for on as many of the first pages of this size. */
const PAGES = 5
const PAGE_SIZE = 200

export type OpenRow<Row> = {
  /** Of the address; undefined while no row is open. */
  key: string | undefined
  /** As it is now; undefined while it is looked for, and where the list has none. */
  row: Row | undefined
  isMissing: boolean
  show(row: Row): void
  close(): void
  /** Whether there is a row before or after it, on this page or another. */
  canStep(by: -1 | 1): boolean
  /** Opens that one and answers it. */
  step(by: -1 | 1): Promise<Row | undefined>
}

/** The row that is open in the panel, which the address names: a link to it opens it. */
export function useOpenRow<Row extends object>(
  { rowKey, details, onRowOpen, pageSizes }: TableDescription<Row>,
  table: ReturnType<typeof useTablePage<Row>>,
  filters: TableFilters,
  handle: RefObject<TableHandle<Row> | null>,
): OpenRow<Row> {
  const { page, rows, rowsKey, fetch, url, pageSize, asked: query } = table
  const [search, setAddress] = useAddress()
  const hasPanel = onRowOpen === undefined && details !== false
  const key = (hasPanel && search.get(ROW_PARAMETER)) || undefined
  const put = (next: string | undefined) =>
    setAddress((before) => changeSearch(before, { [ROW_PARAMETER]: next }))

  const at = rows.findIndex((row) => rowKey(row) === key)
  const size = Math.min(PAGE_SIZE, Math.max(...(pageSizes ?? [PAGE_SIZE])))
  const found = useQuery<Row | null>({
    queryKey: [...rowsKey, 'row', key],
    enabled:
      key !== undefined &&
      at === -1 &&
      fetch !== undefined &&
      page.data !== undefined &&
      !page.isPlaceholderData,
    queryFn: async ({ signal }) => {
      for (let currentPage = 1; fetch && currentPage <= PAGES; currentPage += 1) {
        const paged = { ...query, currentPage, pageSize: size }
        const { list, total } = await fetch(paged, signal, filters.filtered())
        const row = list.find((one) => rowKey(one) === key)
        if (row) return row
        if (currentPage * size >= total) break
      }
      return null
    },
  })
  const seen = useRef<{ key: string; row: Row }>(undefined)
  const now = rows[at] ?? found.data ?? undefined
  if (key !== undefined && now) seen.current = { key, row: now }
  const wasSeen = seen.current?.key === key
  const isMissing = key !== undefined && !now && found.isSuccess && !found.isFetching
  // It was there: it is deleted, or the list no longer has it.
  const isGone = isMissing && wasSeen
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the row is gone
  useEffect(() => {
    if (isGone) put(undefined)
  }, [isGone])

  const before = (url.page - 1) * pageSize
  const canStep = (by: -1 | 1) => {
    const next = before + at + by
    return at !== -1 && next >= 0 && next < (page.data?.total ?? 0)
  }
  return {
    key,
    row: now ?? (wasSeen ? seen.current?.row : undefined),
    isMissing: isMissing && !wasSeen,
    show: (row) => put(rowKey(row)),
    close: () => put(undefined),
    canStep,
    async step(by) {
      if (!canStep(by)) return undefined
      const next = rows[at + by] ?? (await handle.current?.turn(by))?.at(by === 1 ? 0 : -1)
      if (next) put(rowKey(next))
      return next
    },
  }
}
