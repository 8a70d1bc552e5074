import type { Alarm } from '@backlot/contract/alarms/entities'

export type Tip = { alarm: Alarm; untilMs: number }
export type Tips = {
  shown: readonly Tip[]
  /** How many more came while these are shown. */
  more: number
}

export const NO_TIPS: Tips = { shown: [], more: 0 }

/** More at once would cover the screen: the rest is said as a number. */
export const TIPS_SHOWN = 4

/** Adds news: the newest on top, the others as a number. */
export function addTips(tips: Tips, fresh: readonly Alarm[], skipped: number, untilMs: number): Tips {
  const newest = fresh.slice(-TIPS_SHOWN).reverse()
  const shown = [...newest.map((alarm) => ({ alarm, untilMs })), ...tips.shown]
  const beyond = fresh.length - newest.length + Math.max(0, shown.length - TIPS_SHOWN) + skipped
  return { shown: shown.slice(0, TIPS_SHOWN), more: tips.more + beyond }
}

/** Leaves out what was shown long enough; with the last tip the number goes too. */
export function endTips(tips: Tips, nowMs: number): Tips {
  const shown = tips.shown.filter(({ untilMs }) => untilMs > nowMs)
  if (shown.length === tips.shown.length) return tips
  return { shown, more: shown.length === 0 ? 0 : tips.more }
}

/** Gives all of them the time anew: the operator looked at them. */
export function prolongTips(tips: Tips, untilMs: number): Tips {
  return { ...tips, shown: tips.shown.map((tip) => ({ ...tip, untilMs: Math.max(tip.untilMs, untilMs) })) }
}
