/** A moment of an address, in seconds or milliseconds: epoch milliseconds, undefined when it is unreadable. */
export function momentOf(text: string | null): number | undefined {
  const value = text === null || text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value) || value <= 0) return undefined
  return Math.round(value < 1e11 ? value * 1000 : value)
}
