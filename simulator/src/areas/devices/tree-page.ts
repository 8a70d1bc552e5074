import { MEETING_ROOT_ID, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { Language } from '../../kernel/language.ts'
import type { BelowDevicesPort, DeviceRecord, DirectoryPort, GroupRecord } from './ports.ts'
import { deviceNode, groupNode, nodesBelow } from './tree-node.ts'

export type TreeQuery = {
  parentId: number
  currentPage: number
  pageSize: number
  /** true: everything below, in tree order; false: one level. */
  deep: boolean
  language: Language
  scope: ScopeIntervals
  /** The audio meeting's root is shown at the top. */
  withMeeting: boolean
}

type Entry = { group: GroupRecord; parentId: number } | { device: DeviceRecord } | 'meeting'

/** One page of the tree as a scope shows it: outside of it there is nothing. */
export function treePage(
  directory: DirectoryPort,
  below: BelowDevicesPort,
  query: TreeQuery,
): { list: TreeNode[]; total: number } {
  const { language, scope } = query
  const nodes = { directory, below, language, scope }
  const from = (query.currentPage - 1) * query.pageSize
  const to = from + query.pageSize
  const asked = query.parentId === 0 ? undefined : directory.deviceById(query.parentId)
  if (asked) {
    const all = directory.inScope(asked.groupId, scope) ? nodesBelow(nodes, asked) : []
    return { list: all.slice(from, to), total: all.length }
  }
  const page: Entry[] = []
  let total = 0
  for (const entry of entriesBelow(directory, query)) {
    if (total >= from && total < to) page.push(entry)
    total++
  }
  const list = page.map((entry) => {
    if (entry === 'meeting') return MEETING_ROOT
    if ('group' in entry) return groupNode(directory, entry.group, entry.parentId, language)
    return deviceNode(nodes, entry.device)
  })
  return { list, total }
}

const MEETING_ROOT: TreeNode = {
  _id: `g_${MEETING_ROOT_ID}`,
  id: MEETING_ROOT_ID,
  parentId: 0,
  name: 'meeting',
  nodeType: NODE_TYPES.group,
  type: 'meeting',
}

function* entriesBelow(directory: DirectoryPort, query: TreeQuery): Generator<Entry> {
  if (query.parentId === 0) {
    for (const group of topGroups(directory, query.scope)) {
      yield { group, parentId: 0 }
      if (query.deep) yield* inside(directory, group.groupId, true)
    }
    if (isEverything(query.scope)) {
      for (const device of directory.devicesIn(0)) yield { device }
    }
    if (query.withMeeting) yield 'meeting'
  } else if (directory.inScope(query.parentId, query.scope)) {
    yield* inside(directory, query.parentId, query.deep)
  }
}

/** Where a scope begins: the top groups, or the groups that it hangs on. */
function topGroups(directory: DirectoryPort, scope: ScopeIntervals): GroupRecord[] {
  if (isEverything(scope)) return [...directory.groupsIn(0)]
  return scope.rootGroupIds.flatMap((groupId) => directory.group(groupId) ?? [])
}

function* inside(directory: DirectoryPort, groupId: number, deep: boolean): Generator<Entry> {
  for (const group of directory.groupsIn(groupId)) {
    yield { group, parentId: groupId }
    if (deep) yield* inside(directory, group.groupId, true)
  }
  for (const device of directory.devicesIn(groupId)) yield { device }
}
