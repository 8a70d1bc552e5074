import { useEffect, useReducer, useState } from 'react'
import { deviceStore } from './device-store.ts'
import type { TreeIndex } from './tree-index.ts'
import { type NodeFilter, TreeModel } from './tree-model.ts'

/** While a status filter or the counts are on the screen, devices that come and go are judged at most this often. */
const JUDGE_MS = 250

/**
 * A view of the console's device tree with this filter (which must stay the same function). Redraws its component when
 * rows change, and merged per frame when states do.
 */
export function useTreeModel(
  filter: NodeFilter,
  emptyGroups = true,
): { model: TreeModel; redraw: () => void } {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [model] = useState(() => new TreeModel(deviceStore.index(), { filter, treeKey: '_id', emptyGroups }))

  useEffect(() => {
    let judgeTimer: ReturnType<typeof setTimeout> | undefined
    let begun = false
    let drawn = ''
    const onStore = () => {
      const index = deviceStore.index()
      const state = `${deviceStore.state()} ${index.version}`
      if (model.index === index && drawn === state) return
      drawn = state
      if (model.index !== index || !begun) warmUp(index)
      model.bind(index)
      if (!begun && deviceStore.state() === 'ready') {
        begun = true
        model.expandTop()
      }
      redraw()
      judgeTimer ??= setTimeout(() => {
        judgeTimer = undefined
        if (model.noticeStates()) redraw()
      }, JUDGE_MS)
    }
    onStore()
    const stop = deviceStore.subscribe(onStore)
    return () => {
      stop()
      clearTimeout(judgeTimer)
    }
  }, [model])

  return { model, redraw }
}

/** Makes the text that searches look at while nobody waits, so that the first key is as quick as the others. */
function warmUp(index: TreeIndex): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => index.searchText())
}
