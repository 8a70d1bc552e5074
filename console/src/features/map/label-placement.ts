/** Names are below their icons in one line of this height. */
const LINE_PX = 17
const BELOW_PX = 16
const ICON_HALF_PX = 13
/** The badge of a stack, at its icon's upper right. */
const BADGE_PX = { left: 4, top: -21, right: 24, bottom: -5 }
const CELL_PX = 64

/** `named` ones want a name; `badge`: the icon carries a count. Positions are pixels. */
export type LabelRequest = {
  at: number
  x: number
  y: number
  widthPx: number
  rank: number
  named: boolean
  badge: boolean
}

type Box = { left: number; top: number; right: number; bottom: number; owner: number }

/** Letters of the marker font at 12 px, bold: how wide they are at most. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/, 12],
  [/[MW@%—]/, 11.4],
  [/[mw]/, 10.8],
  [/[A-Z&]/, 8.6],
  [/[iljftrI.,:;'|!()[\] -]/, 5],
]
const USUAL_WIDTH = 7.4
const widths = new Map<string, number>()

/** Width of a name at 12 px with its rim, a little too much rather than too little. */
export function labelWidthPx(name: string): number {
  let width = 5
  for (const letter of name) {
    let known = widths.get(letter)
    if (known === undefined) {
      known = WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH
      widths.set(letter, known)
    }
    width += known
  }
  return width
}

/**
 * Chooses the names that fit without covering another name, another icon or a badge: lower ranks first, then by place.
 * Answers the chosen requests' `at`.
 */
export function placeLabels(requests: readonly LabelRequest[], most: number): number[] {
  const taken = new TakenRoom()
  for (const { x, y, at, badge } of requests) {
    taken.add(around(x, y, at))
    if (!badge) continue
    const { left, top, right, bottom } = BADGE_PX
    taken.add({ left: x + left, top: y + top, right: x + right, bottom: y + bottom, owner: at })
  }
  const chosen: number[] = []
  const ordered = requests.filter(({ named }) => named).sort((a, b) => a.rank - b.rank || a.at - b.at)
  for (const { x, y, at, widthPx } of ordered) {
    if (chosen.length >= most) break
    const top = y + BELOW_PX
    const box = { left: x - widthPx / 2, right: x + widthPx / 2, top, bottom: top + LINE_PX, owner: at }
    if (!taken.isFree(box)) continue
    chosen.push(at)
    taken.add(box)
  }
  return chosen
}

const around = (x: number, y: number, owner: number): Box => ({
  left: x - ICON_HALF_PX,
  top: y - ICON_HALF_PX,
  right: x + ICON_HALF_PX,
  bottom: y + ICON_HALF_PX,
  owner,
})

/** Boxes by the cells that they touch. */
class TakenRoom {
  readonly #cells = new Map<number, Box[]>()

  add(box: Box): void {
    forCells(box, (key) => {
      const cell = this.#cells.get(key)
      if (cell) cell.push(box)
      else this.#cells.set(key, [box])
      return true
    })
  }

  /** Whether no box of another owner lies in the way. */
  isFree(box: Box): boolean {
    return forCells(
      box,
      (key) => !this.#cells.get(key)?.some((other) => other.owner !== box.owner && overlap(box, other)),
    )
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

const ROWS = 2 ** 20

/** Visits the cells of a box until one returns false; answers whether none did. */
function forCells(box: Box, visit: (key: number) => boolean): boolean {
  for (let row = Math.floor(box.top / CELL_PX); row <= Math.floor(box.bottom / CELL_PX); row++) {
    for (let column = Math.floor(box.left / CELL_PX); column <= Math.floor(box.right / CELL_PX); column++) {
      if (!visit(column * ROWS + row)) return false
    }
  }
  return true
}
