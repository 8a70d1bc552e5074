// The device tree of the console beside antd's Tree, both virtual, with the same nodes, all groups open.
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { Tree } from 'antd'
import { useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { DeviceTree } from '../../../console/src/features/device-tree/device-tree.tsx'
import { TreeIndex } from '../../../console/src/features/device-tree/tree-index.ts'
import { TreeModel } from '../../../console/src/features/device-tree/tree-model.ts'
import { startLanguage } from '../../../console/src/language/language.ts'
import '../page-benches.ts'
import { treeNodes } from './tree-nodes.ts'

const HEIGHT_PX = 800
const NOW_MS = 1_795_000_000_000
const nodes = treeNodes(100_000)
const box = document.getElementById('root') as HTMLElement
let type: (text: string) => void = () => undefined

function OurTree() {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const [model] = useState(() => {
    const made = new TreeModel(new TreeIndex(nodes, NOW_MS), { filter: () => true, treeKey: '_id' })
    for (let row = 0; row < made.index.length; row++) {
      if (made.index.nodeType(row) === NODE_TYPES.group) made.setExpanded(row, true)
    }
    return made
  })
  type = (text) => {
    model.setQuery(text)
    redraw()
  }
  return <DeviceTree model={model} redraw={redraw} label="Devices" />
}

type AntdNode = { key: string; title: string; children?: AntdNode[] }

/** The nodes that match and the way up to them, nested as antd wants it. */
function nested(list: readonly TreeNode[], query: string): AntdNode[] {
  const groups = new Map<number, AntdNode & { children: AntdNode[] }>()
  for (const { _id, id, name, nodeType } of list) {
    if (nodeType === NODE_TYPES.group) groups.set(id, { key: _id, title: name, children: [] })
  }
  const top: AntdNode[] = []
  const put = (parentId: number, node: AntdNode) => (groups.get(parentId)?.children ?? top).push(node)
  for (const { _id, parentId, name, sn, nodeType } of list) {
    if (nodeType === NODE_TYPES.group) continue
    if (query === '' || name.toLowerCase().includes(query) || sn?.toLowerCase().includes(query)) {
      put(parentId, { key: _id, title: name })
    }
  }
  for (const { id, parentId, nodeType } of list) {
    const group = nodeType === NODE_TYPES.group ? groups.get(id) : undefined
    if (group && (parentId === 0 || group.children.length > 0)) put(parentId, group)
  }
  return top
}

function AntdTree() {
  const [query, setQuery] = useState('')
  type = setQuery
  const data = useMemo(() => nested(nodes, query), [query])
  const open = useMemo(() => {
    const keys: string[] = []
    for (const { _id, nodeType } of nodes) if (nodeType === NODE_TYPES.group) keys.push(_id)
    return keys
  }, [])
  return <Tree virtual height={HEIGHT_PX} motion={false} treeData={data} expandedKeys={open} />
}

/** Main-thread time of a change, its layout included. */
function timed(change: () => void): number {
  const at = performance.now()
  flushSync(change)
  box.getBoundingClientRect()
  return performance.now() - at
}

await startLanguage('en', ['devices'])
window.treeBench = {
  run(kind, text) {
    const root: Root = createRoot(box)
    const paintMs = timed(() => root.render(kind === 'ours' ? <OurTree /> : <AntdTree />))
    const rows = box.querySelectorAll('[role="treeitem"]').length
    const keysMs = [...text].map((_, i) => timed(() => type(text.slice(0, i + 1).toLowerCase())))
    root.unmount()
    return { paintMs, keysMs, rows }
  },
}
