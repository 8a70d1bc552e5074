/**
 * The groups (projects) of the directory, numbered in preorder: everything below a group is one interval, a
 * permission scope a few of them. Numbers change with every change of the tree; ids do not.
 */
import type { Name } from '../world/city/types.ts'

export type Group = {
  id: number
  /** 0: at the top. */
  parentId: number
  name: Name
  /** Key in the scenario, where it came from one. */
  key?: string
}

/** Orders from … to - 1. */
export type Interval = { from: number; to: number }

export type GroupTree = {
  get(id: number): Group | undefined
  /** Groups right below another (0: at the top), in their order of adding. */
  childrenOf(id: number): readonly Group[]
  /** All groups in preorder. */
  inOrder(): readonly Group[]
  orderOf(id: number): number
  /** The group and all below it; everything for id 0. */
  intervalOf(id: number): Interval | undefined
  /** Smallest list of disjoint intervals that covers these groups and all below them. */
  scopeOf(ids: readonly number[]): Interval[]
  /** Ids from the group up to the top. */
  pathOf(id: number): number[]
  add(group: Group): void
  rename(id: number, name: Name): void
  /** Moves a group with all below it; throws when the new parent lies below it. */
  move(id: number, parentId: number): void
  /** Removes a group that has none below it. */
  remove(id: number): void
}

export function createGroupTree(): GroupTree {
  const groups = new Map<number, Group>()
  const children = new Map<number, Group[]>([[0, []]])
  let order: Group[] = []
  let firsts = new Map<number, number>()
  let ends = new Map<number, number>()

  function number(): void {
    order = []
    firsts = new Map()
    ends = new Map()
    const visit = (id: number) => {
      for (const group of children.get(id)!) {
        firsts.set(group.id, order.length)
        order.push(group)
        visit(group.id)
        ends.set(group.id, order.length)
      }
    }
    visit(0)
  }

  function known(id: number): Group {
    const group = groups.get(id)
    if (!group) throw new Error(`No group ${id}`)
    return group
  }

  const siblingsOf = (group: Group) => children.get(group.parentId)!

  return {
    get: (id) => groups.get(id),
    childrenOf: (id) => children.get(id) ?? [],
    inOrder: () => order,
    orderOf: (id) => firsts.get(id) ?? -1,
    intervalOf(id) {
      if (id === 0) return { from: 0, to: order.length }
      const from = firsts.get(id)
      return from === undefined ? undefined : { from, to: ends.get(id)! }
    },
    scopeOf(ids) {
      const parts = ids
        .map((id) => this.intervalOf(id))
        .filter((interval) => interval !== undefined && interval.to > interval.from) as Interval[]
      parts.sort((a, b) => a.from - b.from || b.to - a.to)
      const scope: Interval[] = []
      for (const part of parts) {
        const last = scope[scope.length - 1]
        if (last && part.from <= last.to) last.to = Math.max(last.to, part.to)
        else scope.push({ ...part })
      }
      return scope
    },
    pathOf(id) {
      const path: number[] = []
      for (let at = id; at !== 0; at = known(at).parentId) path.push(at)
      return path
    },
    add(group) {
      if (group.id <= 0 || groups.has(group.id)) throw new Error(`Group ${group.id} is taken`)
      if (group.parentId !== 0) known(group.parentId)
      groups.set(group.id, { ...group })
      children.set(group.id, [])
      children.get(group.parentId)!.push(groups.get(group.id)!)
      number()
    },
    rename(id, name) {
      known(id).name = name
    },
    move(id, parentId) {
      const group = known(id)
      if (parentId !== 0 && this.pathOf(parentId).includes(id)) {
        throw new Error(`Group ${id} cannot move below itself`)
      }
      siblingsOf(group).splice(siblingsOf(group).indexOf(group), 1)
      group.parentId = parentId
      siblingsOf(group).push(group)
      number()
    },
    remove(id) {
      const group = known(id)
      if (children.get(id)!.length > 0) throw new Error(`Group ${id} has groups below it`)
      siblingsOf(group).splice(siblingsOf(group).indexOf(group), 1)
      groups.delete(id)
      children.delete(id)
      number()
    },
  }
}

/** Whether an order lies in a scope. */
export function inScope(scope: readonly Interval[], order: number): boolean {
  return scope.some((interval) => order >= interval.from && order < interval.to)
}
