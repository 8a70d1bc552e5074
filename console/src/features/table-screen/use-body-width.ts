import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Of a thin scrollbar beside the rows. */
const SCROLLBAR_PX = 12

/** The width that rows have in an element, and that of the screen around it, known before they are first drawn; pixels. */
export function useBodyWidth(): [RefObject<HTMLDivElement | null>, { width: number; screenWidth: number }] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, screenWidth: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setSize((before) => {
        const width = Math.max(0, element.clientWidth - SCROLLBAR_PX)
        const screenWidth = element.parentElement?.clientWidth ?? 0
        return before.width === width && before.screenWidth === screenWidth ? before : { width, screenWidth }
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
