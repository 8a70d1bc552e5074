/** Names stand below their icons in one line of this height. */
const LINE_PX = 17
const BELOW_PX = 16
const ICON_HALF_PX = 13
const CELL_PX = 64

export type LabelRequest = { at: number; x: number; y: number; widthPx: number; rank: number }

type Box = { left: number; top: number; right: number; bottom: number; owner: number }

/** Width of a name at 12 px: CJK and other wide characters are square, the rest a little over half. */
export function labelWidthPx(name: string): number {
  let width = 4
  for (const character of name) width += (character.codePointAt(0) as number) > 0x2e7f ? 12 : 6.6
  return width
}

/**
 * Chooses the names that can stand without covering another name or another icon: lower ranks first, then by place.
 * Positions are pixels. Answers the chosen requests' `at`.
 */
export function placeLabels(requests: readonly LabelRequest[], most: number): number[] {
  const cells = new Map<string, Box[]>()
  const note = (box: Box) => forCells(box, (key) => cells.set(key, [...(cells.get(key) ?? []), box]))
  for (const { x, y, at } of requests) {
    note({
      left: x - ICON_HALF_PX,
      top: y - ICON_HALF_PX,
      right: x + ICON_HALF_PX,
      bottom: y + ICON_HALF_PX,
      owner: at,
    })
  }
  const chosen: number[] = []
  const ordered = [...requests].sort((a, b) => a.rank - b.rank || a.at - b.at)
  for (const { x, y, at, widthPx } of ordered) {
    if (chosen.length >= most) break
    const top = y + BELOW_PX
    const box = { left: x - widthPx / 2, right: x + widthPx / 2, top, bottom: top + LINE_PX, owner: at }
    let free = true
    forCells(box, (key) => {
      if (free && cells.get(key)?.some((other) => other.owner !== at && overlap(box, other))) free = false
    })
    if (!free) continue
    chosen.push(at)
    note(box)
  }
  return chosen
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function forCells(box: Box, visit: (key: string) => void): void {
  for (let row = Math.floor(box.top / CELL_PX); row <= Math.floor(box.bottom / CELL_PX); row++) {
    for (let column = Math.floor(box.left / CELL_PX); column <= Math.floor(box.right / CELL_PX); column++) {
      visit(`${column}:${row}`)
    }
  }
}
