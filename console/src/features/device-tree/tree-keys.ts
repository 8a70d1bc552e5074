import type { TreeModel } from './tree-model.ts'

/** Letters typed within this time of each other search together. */
const TYPE_AHEAD_MS = 700
const PAGE_ROWS = 12

/** Keyboard of a tree: moves of the focus, and rows that open or close on the way. */
export class TreeKeys {
  readonly #now: () => number
  #typed = ''
  #typedAt = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** The row that has the focus after a key, or undefined when the key is not the tree's. */
  press(model: TreeModel, key: string, focused: number | undefined): number | undefined {
    const rows = model.rows()
    if (rows.length === 0) return undefined
    const at = focused === undefined ? -1 : model.positionOf(focused)
    const go = (to: number) => rows[Math.max(0, Math.min(rows.length - 1, to))]
    switch (key) {
      case 'ArrowDown':
        return go(at + 1)
      case 'ArrowUp':
        return go(at < 0 ? 0 : at - 1)
      case 'PageDown':
        return go(at + PAGE_ROWS)
      case 'PageUp':
        return go(at - PAGE_ROWS)
      case 'Home':
        return go(0)
      case 'End':
        return go(rows.length - 1)
      case 'ArrowRight':
        return at < 0 ? go(0) : this.#inward(model, rows[at]!)
      case 'ArrowLeft':
        return at < 0 ? go(0) : this.#outward(model, rows[at]!)
      default:
        return key.length === 1 && key !== ' ' ? this.#typeAhead(model, key, at) : undefined
    }
  }

  #inward(model: TreeModel, row: number): number {
    if (!model.isExpandable(row)) return row
    if (!model.isExpanded(row)) {
      model.setExpanded(row, true)
      return row
    }
    return model.rows()[model.positionOf(row) + 1] ?? row
  }

  #outward(model: TreeModel, row: number): number {
    if (model.isExpanded(row) && model.isExpandable(row)) {
      model.setExpanded(row, false)
      return row
    }
    const parent = model.index.parent[row]!
    return parent >= 0 ? parent : row
  }

  #typeAhead(model: TreeModel, letter: string, at: number): number | undefined {
    const now = this.#now()
    const goesOn = now - this.#typedAt < TYPE_AHEAD_MS
    this.#typedAt = now
    this.#typed = (goesOn ? this.#typed : '') + letter.toLowerCase()
    const rows = model.rows()
    // A first letter moves on from where the focus is; further letters may keep it there.
    const from = goesOn && this.#typed.length > 1 ? Math.max(0, at) : at + 1
    for (let step = 0; step < rows.length; step++) {
      const row = rows[(from + step) % rows.length]!
      if (model.index.name(row).toLowerCase().startsWith(this.#typed)) return row
    }
    return at < 0 ? undefined : rows[at]
  }
}
