import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Room for the button that lists the hidden tabs. */
const MORE_PX = 84

/**
 * How many tabs of these widths fit in a bar, from the first on; includes the button for the rest when there is one.
 */
export function fittingCount(widthsPx: readonly number[], barPx: number): number {
  const total = widthsPx.reduce((sum, width) => sum + width, 0)
  if (total <= barPx) return widthsPx.length
  let used = MORE_PX
  const first = widthsPx.findIndex((width) => {
    used += width
    return used > barPx
  })
  return Math.max(0, first)
}

/** Measures the tabs of a bar (its children with `data-tab`) whenever it changes its size or they their texts. */
export function useFittingTabs(texts: string): [RefObject<HTMLElement | null>, number] {
  const ref = useRef<HTMLElement>(null)
  const [count, setCount] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts have other widths
  useLayoutEffect(() => {
    const bar = ref.current
    if (!bar) return
    const measure = () => {
      const widths = [...bar.querySelectorAll<HTMLElement>('[data-tab]')].map((tab) => tab.offsetWidth)
      setCount(fittingCount(widths, bar.clientWidth))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(bar)
    for (const tab of bar.querySelectorAll('[data-tab]')) observer.observe(tab)
    return () => observer.disconnect()
  }, [texts])
  return [ref, count]
}
