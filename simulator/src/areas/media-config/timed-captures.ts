import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { DatedRule } from './media-config-repository.ts'

/**
 * Moments at which capture rules had pictures taken in [fromMs, toMs): multiples of their interval since midnight of
 * the platform's zone, within their hours, while they held.
 */
export function timedCaptures(
  rules: readonly DatedRule[],
  fromMs: number,
  toMs: number,
  zoneMinutes: number,
): { atMs: number; kind: 'deviceTiming' | 'serverTiming' }[] {
  const found = new Map<string, { atMs: number; kind: 'deviceTiming' | 'serverTiming' }>()
  for (const rule of rules) {
    if (!rule.enabled) continue
    const kind = rule.source === 'device' ? 'deviceTiming' : 'serverTiming'
    const stepMs = rule.intervalMinutes * MINUTE_MS
    const startMs = Math.max(fromMs, rule.validFromMs)
    const endMs = Math.min(toMs, rule.validToMs ?? toMs)
    for (let day = dayStart(startMs, zoneMinutes); day < endMs; day += DAY_MS) {
      const first = Math.max(startMs, day + rule.fromHour * HOUR_MS)
      const last = Math.min(endMs, day + rule.toHour * HOUR_MS)
      for (let atMs = day + Math.ceil((first - day) / stepMs) * stepMs; atMs < last; atMs += stepMs) {
        found.set(`${kind}${atMs}`, { atMs, kind })
      }
    }
  }
  return [...found.values()]
}
