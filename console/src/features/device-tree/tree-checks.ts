import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeIndex } from './tree-index.ts'
import type { TreeModel } from './tree-model.ts'

export type CheckState = 'none' | 'some' | 'all'

const isProper = (index: TreeIndex, row: number): boolean =>
  index.part[row] === -1 && index.nodeType(row) === NODE_TYPES.device

/**
 * Which devices are ticked in checkbox mode, by serial number; groups are ticked through their shown devices. Devices
 * proper (node type 0) alone count (stated).
 */
export class TreeChecks {
  readonly #sns = new Set<string>()
  #counted: { index: TreeIndex; modelVersion: number; checked: Int32Array; shown: Int32Array } | undefined

  sns(): string[] {
    return [...this.#sns]
  }

  replace(sns: Iterable<string>): void {
    this.#sns.clear()
    for (const sn of sns) this.#sns.add(sn)
    this.#counted = undefined
  }

  /** Ticks or unticks every shown device at or below a row: ticks unless all are. */
  toggle(model: TreeModel, row: number): void {
    const tick = this.state(model, row) !== 'all'
    const { index } = model
    for (let at = row; at < index.end[row]!; at++) {
      const sn = isProper(index, at) && model.isShown(at) ? index.entry[at]!.sn : undefined
      if (sn === undefined) continue
      if (tick) this.#sns.add(sn)
      else this.#sns.delete(sn)
    }
    this.#counted = undefined
  }

  /** Whether a row is a device that can be ticked, or has one below it. */
  isTickable(model: TreeModel, row: number): boolean {
    return this.#count(model).shown[row]! > 0
  }

  state(model: TreeModel, row: number): CheckState {
    const { checked, shown } = this.#count(model)
    if (checked[row] === 0) return 'none'
    return checked[row] === shown[row] ? 'all' : 'some'
  }

  #count(model: TreeModel) {
    const { index } = model
    const last = this.#counted
    if (last && last.index === index && last.modelVersion === model.version) return last
    const checked = new Int32Array(index.length)
    const shown = new Int32Array(index.length)
    for (let row = index.length - 1; row >= 0; row--) {
      if (isProper(index, row) && model.isShown(row)) {
        shown[row]! += 1
        if (this.#sns.has(index.entry[row]!.sn ?? '')) checked[row]! += 1
      }
      const above = index.parent[row]!
      if (above < 0) continue
      checked[above]! += checked[row]!
      shown[above]! += shown[row]!
    }
    this.#counted = { index, modelVersion: model.version, checked, shown }
    return this.#counted
  }
}
