const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes in the unit that keeps them below a thousand; a dash where they are not counted. */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return '–'
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** A span as days, hours and minutes, the two largest of them that are not nothing. */
export function spanText(seconds: number, units: { d: string; h: string; min: string }): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const parts = [
    [Math.floor(minutes / 1440), units.d],
    [Math.floor(minutes / 60) % 24, units.h],
    [minutes % 60, units.min],
  ] as const
  const first = parts.findIndex(([value]) => value > 0)
  const shown = first < 0 ? parts.slice(2) : parts.slice(first, first + 2)
  return shown.map(([value, unit]) => `${value} ${unit}`).join(' ')
}
