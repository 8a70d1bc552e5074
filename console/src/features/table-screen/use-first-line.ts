import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How many of the elements in a box that wraps are on its first line. */
export function useFirstLine<Box extends HTMLElement>(): [RefObject<Box | null>, number] {
  const ref = useRef<Box>(null)
  const [count, setCount] = useState(Number.POSITIVE_INFINITY)
  const measure = useRef(() => {
    const all = [...(ref.current?.children ?? [])] as HTMLElement[]
    const below = all.findIndex(({ offsetTop }) => offsetTop > (all[0]?.offsetTop ?? 0))
    setCount(below === -1 ? Number.POSITIVE_INFINITY : below)
  })
  // Words change with the filters: each drawing may put another element on the next line.
  useLayoutEffect(() => measure.current())
  useLayoutEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(() => measure.current())
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, count]
}
