import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type Box, covered, freePlace, type Size } from './tip-place.ts'

/** What the operator may want to press, whether or not it shows before the mouse is over it. */
const CONTROLS = `a[href], button, input, select, textarea, summary, .ant-select, .ant-picker, .ant-table-column-has-sorters,
  ${[
    'button',
    'checkbox',
    'combobox',
    'link',
    'menuitem',
    'option',
    'slider',
    'switch',
    'tab',
    'treeitem',
    'separator',
  ]
    .map((role) => `[role="${role}"]`)
    .join(', ')}`
/** Under an open dialog nothing can be pressed. */
const OPEN_DIALOG = '.ant-modal-wrap:not([style*="display: none"])'
const GAP = 8
/** How often the page is looked at while tips are shown: dialogs and menus open under them. */
const LOOK_MS = 300

type Place = { left: number; top: number; room: number }

/**
 * Where tips stand so that they cover no control, and for how many there is room; `wanted`: how many there are, of which
 * at least `fewest` are shown whatever they cover. A place is kept as long as it is free.
 */
export function useTipPlace(
  box: RefObject<HTMLElement | null>,
  wanted: number,
  fewest = 0,
): Place | undefined {
  const [place, setPlace] = useState<Place>()
  const look = () => {
    if (!box.current || wanted === 0) return
    const next = placeFor(box.current, [fewest, wanted], place)
    const same = place?.left === next.left && place.top === next.top && place.room === next.room
    if (!same) setPlace(next)
  }
  // After every rendering: other tips have another height.
  useLayoutEffect(look)
  useEffect(() => {
    if (wanted === 0) return
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  })
  return place
}

function placeFor(own: HTMLElement, [fewest, wanted]: [number, number], now: Place | undefined): Place {
  const page = { width: innerWidth, height: innerHeight }
  const controls = controlsBeside(own)
  const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0
  let least: Place | undefined
  for (let room = wanted; room >= fewest; room -= 1) {
    const size = sizeFor(own, room, room < wanted)
    if (now?.room === room && covered({ ...now, ...size }, controls) === 0 && isInside(now, size, page))
      return now
    const { left, top } = freePlace(size, page, controls, header + 10)
    least = { left, top, room }
    if (covered({ left, top, ...size }, controls) === 0) break
  }
  return least!
}

const isInside = ({ left, top }: Place, size: Size, page: Size) =>
  left + size.width <= page.width && top + size.height <= page.height

/** The size with so many tips, and with the line that counts the others. */
function sizeFor(own: HTMLElement, room: number, withMore: boolean): Size {
  const heightOf = (selector: string) =>
    Math.max(0, ...Array.from(own.querySelectorAll<HTMLElement>(selector), (part) => part.offsetHeight))
  const others = [heightOf('.alarm-tip-silence'), withMore ? MORE_PX : heightOf('.alarm-tip-more')]
  const tip = heightOf('.alarm-tip') || TIP_PX
  const parts = [...others.filter((height) => height > 0), ...Array<number>(room).fill(tip)]
  return {
    width: own.offsetWidth,
    height: parts.reduce((sum, height) => sum + height, 0) + GAP * Math.max(0, parts.length - 1),
  }
}
/** Heights before there is one to measure. */
const MORE_PX = 31
const TIP_PX = 60

function controlsBeside(own: HTMLElement): Box[] {
  const isDialogOpen = document.querySelector(OPEN_DIALOG) !== null
  const root = document.getElementById('root')
  return Array.from(document.querySelectorAll(CONTROLS)).flatMap((control) => {
    if (own.contains(control) || (isDialogOpen && root?.contains(control))) return []
    const { left, top, width, height } = control.getBoundingClientRect()
    const isOnPage =
      width > 0 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0
    return isOnPage && control.checkVisibility({ visibilityProperty: true })
      ? [{ left, top, width, height }]
      : []
  })
}
