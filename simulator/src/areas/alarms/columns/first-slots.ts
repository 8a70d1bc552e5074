/** Order of two slots: negative, when the first one comes first. */
export type SlotOrder = (a: number, b: number) => number

/**
 * The first `limit` slots by an order, in that order. A heap of the best so far, whose top is the worst of them: most
 * slots are compared once.
 */
export function firstSlots(slots: Iterable<number>, limit: number, order: SlotOrder): number[] {
  const heap: number[] = []
  const swap = (i: number, j: number) => {
    const held = heap[i]!
    heap[i] = heap[j]!
    heap[j] = held
  }
  const up = (from: number) => {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1
      if (order(heap[above]!, heap[at]!) >= 0) return
      swap(at, above)
      at = above
    }
  }
  const down = () => {
    for (let at = 0; ; ) {
      let worst = at
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < heap.length && order(heap[worst]!, heap[below]!) < 0) worst = below
      }
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }
  if (limit <= 0) return heap
  for (const slot of slots) {
    if (heap.length < limit) up(heap.push(slot) - 1)
    else if (order(slot, heap[0]!) < 0) {
      heap[0] = slot
      down()
    }
  }
  return heap.sort(order)
}
