/** Colours of the backdrop: packed 0xBBGGRR (a little-endian RGBA pixel), and their arithmetic. */
export type Rgb = readonly [number, number, number]

function pack(r: number, g: number, b: number): number {
  return (byte(b) << 16) | (byte(g) << 8) | byte(r)
}

export function packRgb(colour: Rgb): number {
  return pack(colour[0], colour[1], colour[2])
}

export function mix(a: Rgb, b: Rgb, part: number): Rgb {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]
}

export function times(a: Rgb, b: Rgb): Rgb {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

export function scaled(a: Rgb, by: number): Rgb {
  return [a[0] * by, a[1] * by, a[2] * by]
}

export function plus(a: Rgb, b: Rgb): Rgb {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** Mixes two packed colours; `part` 0 … 256. */
export function mixPacked(a: number, b: number, part: number): number {
  const keep = 256 - part
  const r = ((a & 255) * keep + (b & 255) * part) >> 8
  const g = (((a >> 8) & 255) * keep + ((b >> 8) & 255) * part) >> 8
  const bl = (((a >> 16) & 255) * keep + ((b >> 16) & 255) * part) >> 8
  return (bl << 16) | (g << 8) | r
}

/** Multiplies a packed colour; `by` 0 … 256 and beyond, held at white. */
export function scalePacked(a: number, by: number): number {
  const r = ((a & 255) * by) >> 8
  const g = (((a >> 8) & 255) * by) >> 8
  const b = (((a >> 16) & 255) * by) >> 8
  return ((b > 255 ? 255 : b) << 16) | ((g > 255 ? 255 : g) << 8) | (r > 255 ? 255 : r)
}

/** Adds light to a packed colour, held at white. */
export function addPacked(a: number, red: number, green: number, blue: number): number {
  const r = (a & 255) + red
  const g = ((a >> 8) & 255) + green
  const b = ((a >> 16) & 255) + blue
  return ((b > 255 ? 255 : b) << 16) | ((g > 255 ? 255 : g) << 8) | (r > 255 ? 255 : r)
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}

/** From 0xRRGGBB. */
export function rgbOf(hex: number): Rgb {
  return [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255]
}

function byte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value | 0
}
