import type { TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import { rowsSent } from '../../platform/read-rows.ts'

export type TreePageQuery = {
  parentId: number
  childNode: 0 | 1
  currentPage: number
  pageSize: number
}
export type FetchTreePage = (query: TreePageQuery) => Promise<readonly TreeNode[]>

/** Top nodes whose children are loaded at once. */
const AT_ONCE = 4
/** Most pages read from a platform that never ends. */
const MOST_PAGES = 1000

/** The top level, in pages of 500 while full ones come back (stated). */
export function loadTopLevel(fetchPage: FetchTreePage): Promise<TreeNode[]> {
  return allPages(fetchPage, 0, 0, LIMITS.treeTopPageSize)
}

/** Everything below a top node, in pages of 2000 while full ones come back (stated). */
function loadBelow(fetchPage: FetchTreePage, parentId: number): Promise<TreeNode[]> {
  return allPages(fetchPage, parentId, 1, LIMITS.treeChildPageSize)
}

/** Loads below several top nodes, few at a time, and hands each over as it comes. */
export async function loadBelowEach(
  fetchPage: FetchTreePage,
  tops: readonly TreeNode[],
  received: (top: TreeNode, below: TreeNode[]) => void,
): Promise<void> {
  const waiting = [...tops]
  const worker = async () => {
    for (let top = waiting.shift(); top; top = waiting.shift()) {
      received(top, await loadBelow(fetchPage, top.id))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tops.length) }, worker))
}

async function allPages(
  fetchPage: FetchTreePage,
  parentId: number,
  childNode: 0 | 1,
  pageSize: number,
): Promise<TreeNode[]> {
  const list: TreeNode[] = []
  for (let currentPage = 1; currentPage <= MOST_PAGES; currentPage++) {
    const page = await fetchPage({ parentId, childNode, currentPage, pageSize })
    list.push(...page)
    if (rowsSent(page) < pageSize) break
  }
  return list
}
