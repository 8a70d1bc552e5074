import type { Scope, Topic } from '@backlot/contract/channel/frames'
import type { Directory, Interval } from '../fleet/directory.ts'

export type Subscription = { id: string; topics: readonly Topic[]; scope: Scope }

/**
 * Whether a topic's messages about a device concern a console. Slot -1 is a device that the directory does not know
 * (any longer).
 */
export type Matcher = (slot: number) => boolean

/**
 * Matches messages of one topic to a console: inside its permission scope and any of its subscriptions. Valid for one
 * version of the tree.
 */
export function matcherOf(
  directory: Directory,
  permitted: readonly Interval[],
  everything: boolean,
  subscriptions: readonly Subscription[],
  topic: Topic,
): Matcher | undefined {
  const wanted = subscriptions.filter(({ topics }) => topics.includes(topic)).map(({ scope }) => scope)
  if (wanted.length === 0) return undefined
  const isPermitted: Matcher = everything
    ? () => true
    : (slot) => slot >= 0 && directory.isInScope(permitted, slot)
  if (wanted.some((scope) => scope.kind === 'subtree' && scope.groupId === 0)) return isPermitted
  const parts = wanted.map((scope) => scopeMatcher(directory, scope))
  return (slot) => slot >= 0 && isPermitted(slot) && parts.some((matches) => matches(slot))
}

function scopeMatcher(directory: Directory, scope: Scope): Matcher {
  if (scope.kind === 'devices') {
    const slots = new Set(scope.sns.map((sn) => directory.slotOf(sn)))
    return (slot) => slots.has(slot)
  }
  if (scope.kind === 'subtree') {
    const intervals = directory.scopeOf([scope.groupId])
    return (slot) => directory.isInScope(intervals, slot)
  }
  const [west, south, east, north] = scope.bounds
  return (slot) => {
    const { longitude, latitude } = directory.columns()
    const x = longitude[slot]!
    const y = latitude[slot]!
    return x >= west && x <= east && y >= south && y <= north && (x !== 0 || y !== 0)
  }
}

/** Slots that a subscription covers right now, inside the permission scope. */
export function* slotsOf(
  directory: Directory,
  permitted: readonly Interval[],
  scope: Scope,
): Generator<number> {
  if (scope.kind === 'devices') {
    for (const sn of scope.sns) {
      const slot = directory.slotOf(sn)
      if (slot !== undefined && directory.isInScope(permitted, slot)) yield slot
    }
    return
  }
  const inside =
    scope.kind === 'window'
      ? directory.within(...scope.bounds)
      : [...directory.slotsInScope(directory.scopeOf([scope.groupId]))]
  for (const slot of inside) if (directory.isInScope(permitted, slot)) yield slot
}
