import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { TableHandle } from './table-screen-types.ts'
import type { useTablePage } from './use-table-page.ts'

/** Gives the screen the rows of its table and the pages around them, as they are whenever it asks. */
export function useTableHandle<Row>(
  handle: RefObject<TableHandle<Row> | null> | undefined,
  table: ReturnType<typeof useTablePage<Row>>,
  lines: readonly Row[],
): void {
  const { url, page, rows } = table
  const wanted = useRef<{ page: number; come: (rows: readonly Row[] | undefined) => void }>(undefined)
  const isThere = page.data !== undefined && !page.isPlaceholderData && !page.isFetching
  useEffect(() => {
    const waiting = wanted.current
    if (!waiting || url.page !== waiting.page || !(isThere || page.error)) return
    wanted.current = undefined
    waiting.come(page.error ? undefined : rows)
  }, [isThere, page.error, url.page, rows])
  useEffect(() => () => wanted.current?.come(undefined), [])
  // One object for as long as the table is there: who holds it asks for the rows of the moment.
  const now = useRef(table)
  now.current = table
  const drawn = useRef(lines)
  drawn.current = lines
  useImperativeHandle(
    handle,
    () => ({
      rows: () => now.current.rows,
      lines: () => drawn.current,
      from: () => (now.current.url.page - 1) * now.current.pageSize,
      total: () => now.current.page.data?.total ?? 0,
      async again() {
        return (await now.current.page.refetch()).data?.list
      },
      turn(step) {
        const { url, page, pageSize } = now.current
        const to = url.page + step
        if (to < 1 || (to - 1) * pageSize >= (page.data?.total ?? 0)) return Promise.resolve(undefined)
        return new Promise((come) => {
          wanted.current?.come(undefined)
          wanted.current = { page: to, come }
          url.setPaging({ page: to === 1 ? undefined : to })
        })
      },
    }),
    [],
  )
}
