/** The 33-bit clock of 90 kHz in its five and six bytes (ISO/IEC 13818-1, 2.5.3.3 and 2.4.3.6). */

/** Clock values repeat after 26.5 hours. */
export const CLOCK_WRAP = 2 ** 33

/** Throws a RangeError unless `ticks` are whole, safe and not negative. */
export function checkTicks(ticks: number): void {
  if (!(Number.isSafeInteger(ticks) && ticks >= 0)) throw new RangeError(`${ticks} is no time of 90 kHz`)
}

/** PTS or DTS in five bytes; `mark` is 2 (PTS alone), 3 (PTS of two) or 1 (DTS). `ticks` wrap. */
export function writeTimestamp(bytes: Uint8Array, at: number, mark: number, ticks: number): void {
  const wrapped = ticks % CLOCK_WRAP
  const high = Math.floor(wrapped / 2 ** 30)
  const low = wrapped % 2 ** 30
  bytes[at] = (mark << 4) | (high << 1) | 1
  bytes[at + 1] = low >>> 22
  bytes[at + 2] = ((low >>> 14) & 0xfe) | 1
  bytes[at + 3] = (low >>> 7) & 0xff
  bytes[at + 4] = ((low << 1) & 0xfe) | 1
}

/** The value of five bytes. Marker bits are not checked: cameras get them wrong. */
export function readTimestamp(bytes: Uint8Array, at: number): number {
  const low =
    (bytes[at + 1]! << 22) | ((bytes[at + 2]! >> 1) << 15) | (bytes[at + 3]! << 7) | (bytes[at + 4]! >> 1)
  return ((bytes[at]! >> 1) & 7) * 2 ** 30 + low
}

/** The system clock reference of a pack header in six bytes, its extension 0. `ticks` wrap. */
export function writeClockReference(bytes: Uint8Array, at: number, ticks: number): void {
  const wrapped = ticks % CLOCK_WRAP
  const high = Math.floor(wrapped / 2 ** 30)
  const low = wrapped % 2 ** 30
  bytes[at] = 0x44 | (high << 3) | (low >>> 28)
  bytes[at + 1] = (low >>> 20) & 0xff
  bytes[at + 2] = ((low >>> 12) & 0xf8) | 4 | ((low >>> 13) & 3)
  bytes[at + 3] = (low >>> 5) & 0xff
  bytes[at + 4] = ((low << 3) & 0xf8) | 4
  bytes[at + 5] = 1
}

/** The base of a system clock reference, 90 kHz. */
export function readClockReference(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  const third = bytes[at + 2]!
  const low =
    ((first & 3) << 28) |
    (bytes[at + 1]! << 20) |
    ((third >> 3) << 15) |
    ((third & 3) << 13) |
    (bytes[at + 3]! << 5) |
    (bytes[at + 4]! >> 3)
  return ((first >> 3) & 7) * 2 ** 30 + low
}
