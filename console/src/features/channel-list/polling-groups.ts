import type { PollChannel } from '@backlot/contract/preplans/entities'

/** Channels that are shown at once. `first` and `last` are places in the list that it was made of. */
export type PollGroup = { first: number; last: number; places: readonly PollChannel[] }

export const channelKey = ({ sn, chnId }: PollChannel) => `${sn}/${chnId}`

export type IsShown = (channel: PollChannel) => boolean
const everyChannel: IsShown = () => true

type Entry = { place: PollChannel; at: number }

const shownOf = (list: readonly PollChannel[], isShown: IsShown): Entry[] =>
  list.flatMap((place, at) => (isShown(place) ? [{ place, at }] : []))

function groupOf(entries: readonly Entry[]): PollGroup | undefined {
  const [first] = entries
  const last = entries[entries.length - 1]
  return first && last && { first: first.at, last: last.at, places: entries.map(({ place }) => place) }
}

/** A list cut into groups of as many as there are windows; channels that are passed over take no window. */
export function pollGroups(
  list: readonly PollChannel[],
  window: number,
  isShown = everyChannel,
): PollGroup[] {
  const entries = shownOf(list, isShown)
  const groups: PollGroup[] = []
  for (let from = 0; from < entries.length; from += window) {
    const group = groupOf(entries.slice(from, from + window))
    if (group) groups.push(group)
  }
  return groups
}

/**
 * Group after one that was shown: the next channels in the list, whatever came and went meanwhile; the first ones
 * follow the last.
 */
export function groupAfter(
  list: readonly PollChannel[],
  window: number,
  shown: PollGroup,
  isShown = everyChannel,
): PollGroup | undefined {
  const entries = shownOf(list, isShown)
  const behind = entries.filter(({ at }) => at > shown.last)
  return groupOf((behind.length > 0 ? behind : entries).slice(0, window))
}

export function groupBefore(
  list: readonly PollChannel[],
  window: number,
  shown: PollGroup,
  isShown = everyChannel,
): PollGroup | undefined {
  const ahead = shownOf(list, isShown).filter(({ at }) => at < shown.first)
  return ahead.length > 0 ? groupOf(ahead.slice(-window)) : pollGroups(list, window, isShown).at(-1)
}

/** Which of the groups of a list one is, from 0: the one that its first channel falls into. */
export function numberOfGroup(groups: readonly PollGroup[], group: PollGroup): number {
  return Math.max(
    0,
    groups.findIndex(({ last }) => last >= group.first),
  )
}

/** Whether two groups show the same. */
export function isSameGroup(a: PollGroup | undefined, b: PollGroup | undefined): boolean {
  if (!a || !b || a.places.length !== b.places.length) return false
  return a.places.every((place, at) => channelKey(place) === channelKey(b.places[at]!))
}

/** A list with an entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [entry] = next.splice(from, 1)
  if (entry !== undefined) next.splice(Math.max(0, Math.min(next.length, to)), 0, entry)
  return next
}
