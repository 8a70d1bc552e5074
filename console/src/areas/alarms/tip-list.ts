import type { Alarm } from '@backlot/contract/alarms/entities'

/** One tip: the newest alarm of a kind and cause, and how many of them came while it is shown. */
export type Tip = { alarm: Alarm; count: number; untilMs: number }
export type Tips = {
  shown: readonly Tip[]
  /** How many more came while these are shown. */
  more: number
}

export const NO_TIPS: Tips = { shown: [], more: 0 }

/** More at once nobody reads: of the rest the number is shown. */
export const TIPS_SHOWN = 4

/** Common properties of the alarms in one tip: their kind, and the fence (or other point), else the device. */
export function causeKey({ type, subType, monitorName, sn }: Alarm): string {
  return JSON.stringify([type, subType, monitorName ? { monitorName } : { sn }])
}

/** Number of alarms in these tips. */
export const countOf = (tips: readonly Tip[]) => tips.reduce((total, { count }) => total + count, 0)

/** Adds new alarms: the newest on top, those of one kind and cause as one, the others as a number. */
export function addTips(tips: Tips, fresh: readonly Alarm[], skipped: number, untilMs: number): Tips {
  // Oldest first: the last one set was raised last.
  const byCause = new Map(tips.shown.toReversed().map((tip) => [causeKey(tip.alarm), tip]))
  for (const alarm of fresh) {
    const key = causeKey(alarm)
    const count = (byCause.get(key)?.count ?? 0) + 1
    byCause.delete(key)
    byCause.set(key, { alarm, count, untilMs })
  }
  const all = [...byCause.values()].reverse()
  return {
    shown: all.slice(0, TIPS_SHOWN),
    more: tips.more + countOf(all.slice(TIPS_SHOWN)) + skipped,
  }
}

/** Removes tips that were shown long enough; with the last tip the number goes too. */
export function endTips(tips: Tips, nowMs: number): Tips {
  const shown = tips.shown.filter(({ untilMs }) => untilMs > nowMs)
  if (shown.length === tips.shown.length) return tips
  return { shown, more: shown.length === 0 ? 0 : tips.more }
}

/** Restarts the time of all tips: the operator looked at them. */
export function prolongTips(tips: Tips, untilMs: number): Tips {
  return { ...tips, shown: tips.shown.map((tip) => ({ ...tip, untilMs: Math.max(tip.untilMs, untilMs) })) }
}

/** Places of the banner, from the left: the cause of a tip (`causeKey`), undefined for an empty place. */
export type Places = readonly (string | undefined)[]

/** Places for the newest tips, as many as there is `room` for: who has a place keeps it, a new one takes the first free. */
export function placeTips(before: Places, tips: readonly Tip[], room: number): Places {
  const wanted = tips.slice(0, room).map(({ alarm }) => causeKey(alarm))
  const places = Array.from({ length: room }, (_, at) => {
    const key = before[at]
    return key !== undefined && wanted.includes(key) ? key : undefined
  })
  for (const key of wanted) if (!places.includes(key)) places[places.indexOf(undefined)] = key
  return places
}
