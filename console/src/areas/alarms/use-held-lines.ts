import { type FocusEvent, type UIEvent, useCallback, useMemo, useRef, useState } from 'react'
import { heldLines } from '../../features/alarms/held-lines.ts'
import type { LiveLine } from './live-lines.ts'

/** Scrolled by less than this counts as the top: the newest line is in sight. */
const TOP_PX = 8

export type HeldView = {
  lines: readonly LiveLine[]
  /** How many came that are not among the lines. */
  waiting: number
  isHeld: boolean
  /** Shows them; the lines that are then there are held again while the mouse stays. */
  release(): void
  /** Changes with each release: the element that scrolls goes to its top. */
  turn: number
  /** The element that scrolls is gone, and with it who held the lines. */
  letGo(): void
  /** For the element that scrolls. */
  watch: {
    onPointerEnter(): void
    onPointerLeave(): void
    onScroll(event: UIEvent<HTMLElement>): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(event: FocusEvent<HTMLElement>): void
  }
}

/**
 * Holds the lines while the mouse is over the list, while it is scrolled and while the keyboard is in it: nothing moves
 * under the operator. `about` identifies the lines: with another filter or grouping others are held. `asNow`: a held line
 * that the filter leaves out by now, with what became of its alarms.
 */
export function useHeldLines(
  current: readonly LiveLine[],
  about: string,
  asNow: (line: LiveLine) => LiveLine,
): HeldView {
  const [over, setOver] = useState(false)
  const [scrolled, setScrolled] = useState(false)
  const [keyed, setKeyed] = useState(false)
  const [turn, setTurn] = useState(0)
  const held = useRef<{ of: string; lines: readonly LiveLine[] } | undefined>(undefined)
  const isHeld = over || scrolled || keyed
  const of = `${turn} ${about}`
  if (!isHeld) held.current = undefined
  else if (held.current?.of !== of) held.current = { of, lines: current }
  const { lines, waiting } = held.current
    ? heldLines(held.current.lines, current, asNow)
    : { lines: current, waiting: 0 }
  const letGo = useCallback(() => {
    setOver(false)
    setScrolled(false)
    setKeyed(false)
  }, [])
  const release = useCallback(() => setTurn((count) => count + 1), [])
  const watch = useMemo<HeldView['watch']>(
    () => ({
      onPointerEnter: () => setOver(true),
      onPointerLeave: () => setOver(false),
      onScroll: ({ currentTarget }) => setScrolled(currentTarget.scrollTop > TOP_PX),
      onFocus: ({ target }) => setKeyed(target.matches(':focus-visible')),
      onBlur: () => setKeyed(false),
    }),
    [],
  )
  return useMemo(
    () => ({ lines, waiting, isHeld, release, turn, letGo, watch }),
    [lines, waiting, isHeld, release, turn, letGo, watch],
  )
}
