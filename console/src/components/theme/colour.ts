/** Colour arithmetic on #rrggbb. */
type Rgb = readonly [number, number, number]

function toRgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `share` of `other` mixed into `colour`. */
export function mix(colour: string, other: string, share: number): string {
  const a = toRgb(colour)
  const b = toRgb(other)
  const part = (i: 0 | 1 | 2) => a[i] * (1 - share) + b[i] * share
  return toHex([part(0), part(1), part(2)])
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r, g, b] = toRgb(hex).map((part) => {
    const c = part / 255
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `colour` moved towards black or white until it stands out from `ground` by `ratio`. */
export function readableOn(colour: string, ground: string, ratio = 4.5): string {
  const target = luminance(ground) > 0.3 ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, target, share)
    if (contrast(candidate, ground) >= ratio) return candidate
  }
  return target
}

/** Ten lightened shades and one that is 10 percent darker (stated palette). Index 0 is the colour, 9 nearly white. */
export function palette(colour: string): { tints: string[]; shade: string } {
  return {
    tints: Array.from({ length: 10 }, (_unused, i) => mix(colour, '#ffffff', i / 10)),
    shade: mix(colour, '#000000', 0.1),
  }
}
