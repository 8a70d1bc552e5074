import type { Jt808Version } from './header.ts'

const SHOWN = 1 << 2
const SPOKEN = 1 << 3

/**
 * Flag of 0x8300 for a text that is shown. JT/T 808-2013 table 38: bit 0 urgent, 2 shown on the terminal, 3 read
 * aloud. JT/T 808-2019: bits 0 and 1 are a number, 1 service, 2 urgent, 3 notice; the others as before.
 */
export function textFlag(
  { urgent, spoken }: { urgent: boolean; spoken: boolean },
  version: Jt808Version,
): number {
  const rank = version === 2019 ? (urgent ? 2 : 3) : urgent ? 1 : 0
  return rank | SHOWN | (spoken ? SPOKEN : 0)
}
