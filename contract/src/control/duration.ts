import { z } from 'zod'

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const FORM = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/

/** Milliseconds of a span as files write it: 250ms, 30s, 5m, 1h30m, 2d; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  if (!FORM.test(text)) return undefined
  let ms = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    ms += Number(number) * UNIT_MS[unit!]!
  }
  return Math.round(ms)
}

/** Text of a span: 1h30m, 45s, 200ms. */
export function durationText(ms: number): string {
  let left = Math.round(ms)
  const parts: string[] = []
  for (const unit of ['d', 'h', 'm', 's', 'ms'] as const) {
    const count = Math.floor(left / UNIT_MS[unit]!)
    if (count > 0) parts.push(`${count}${unit}`)
    left -= count * UNIT_MS[unit]!
  }
  return parts.length === 0 ? '0s' : parts.join('')
}

/** A span in a file or a body; milliseconds once parsed. */
export const Duration = z
  .string()
  .regex(FORM, 'write a duration: 250ms, 30s, 5m, 1h30m')
  .transform((text) => durationMs(text)!)
