import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Of a thin scrollbar beside the rows. */
const SCROLLBAR_PX = 12

/** The width that rows have in an element, known before they are first drawn. */
export function useBodyWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.max(0, element.clientWidth - SCROLLBAR_PX))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
