/** Of a letter, a Chinese character, and of the elements beside a field's text. */
const LETTER_PX = 7.1
const CHARACTER_PX = 13.2
const FRAME_PX = 46

/** The width that a field needs for the longest of its texts, within limits. */
export function fieldWidth(texts: readonly string[], leastPx: number, mostPx: number): number {
  const longest = Math.max(0, ...texts.map(textWidth))
  return Math.min(mostPx, Math.max(leastPx, Math.ceil(longest + FRAME_PX)))
}

function textWidth(text: string): number {
  return [...text].reduce((sum, one) => sum + (one > '\u2e80' ? CHARACTER_PX : LETTER_PX), 0)
}
