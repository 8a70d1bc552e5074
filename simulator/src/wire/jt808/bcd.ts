/** Packed decimal digits, two a byte. */

/** Digits of `bytes` as text; a nibble past 9 appears as its hex letter. */
export function bcdText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += (byte >> 4).toString(16) + (byte & 15).toString(16)
  return text
}

export function isDecimal(text: string): boolean {
  return /^[0-9]*$/.test(text)
}

/** Bytes of a text of decimal digits; zeros are put in front up to `length` bytes. */
export function bcdBytes(digits: string, length: number): Uint8Array {
  const padded = digits.padStart(length * 2, '0')
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(padded.slice(i * 2, i * 2 + 2), 16))
}
