import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Head and pagination of the table, pixels; the rows scroll in the rest. */
const AROUND_PX = 82
const LEAST_PX = 160
/** Of a thin scrollbar beside the rows. */
const SCROLLBAR_PX = 12

/** antd measures columns in a hidden row that repeats the head, checkbox and all: it must not take the focus. */
export function useQuietMeasureRow(body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    for (const input of body.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row input') ?? []) {
      input.tabIndex = -1
    }
    // Rows that open take the focus; where there are none, the rows are scrolled by keys all the same.
    const rows = body.current?.querySelector<HTMLElement>('.ant-table-body')
    if (rows && !rows.querySelector('tr[tabindex]')) rows.tabIndex = 0
  })
}

/** Pixels. `screenWidth`: with what is beside the table. */
type BodySize = { width: number; height: number; screenWidth: number }

/** Height for a table's rows so that head and pagination stay in sight, and the width they have, before the first is drawn. */
export function useBodySize(): [RefObject<HTMLDivElement | null>, BodySize] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: LEAST_PX, screenWidth: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setSize((before) => {
        const width = Math.max(0, element.clientWidth - SCROLLBAR_PX)
        const height = Math.max(LEAST_PX, element.clientHeight - AROUND_PX)
        const screenWidth = element.parentElement?.clientWidth ?? 0
        const same = before.width === width && before.height === height && before.screenWidth === screenWidth
        return same ? before : { width, height, screenWidth }
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
