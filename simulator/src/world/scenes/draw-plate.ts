/** Licence plates: a plate's text laid over the four corners that it has in the picture. */
import type { Rgb } from './colour.ts'
import type { OsdFont } from './osd-font.ts'
import { type Canvas, fillShape, yuvOf } from './yuv-canvas.ts'

/** Text on a plate: alpha 0 … 255, `width` × the font's cell. */
type PlateText = { width: number; alpha: Uint8Array }

/** Plates lower than this show no letters, pixels. */
const LEGIBLE_PX = 6
const KEPT_TEXTS = 256
/** Free beside and above the letters, as a part of the plate. */
const MARGIN = { x: 0.05, y: 0.12 }

export type PlatePen = { font: OsdFont; texts: Map<string, PlateText> }

export const platePen = (font: OsdFont): PlatePen => ({ font, texts: new Map() })

/**
 * Draws a plate. `corners` are pixels: lower left, lower right, upper right, upper left as seen. Things nearer than `z`
 * hide it.
 */
export function drawPlate(
  canvas: Canvas,
  pen: PlatePen,
  text: string,
  corners: readonly number[],
  ground: Rgb,
  ink: Rgb,
  z: number,
): void {
  fillShape(canvas, corners, ground, 1, z)
  const [x0, low0, x1, low1, , high1, , high0] = corners as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (Math.min(low0 - high0, low1 - high1) < LEGIBLE_PX || x1 - x0 < LEGIBLE_PX) return
  const { font } = pen
  const { width, alpha } = textOf(pen, text)
  const [inkY, inkU, inkV] = yuvOf(ink)
  const step = 1 / (x1 - x0)
  for (let px = Math.max(0, Math.ceil(x0)); px < Math.min(canvas.width, x1); px++) {
    const along = (px + 0.5 - x0) * step
    const high = high0 + (high1 - high0) * along
    const low = low0 + (low1 - low0) * along
    const from = ((along - step / 2 - MARGIN.x) / (1 - 2 * MARGIN.x)) * width
    const to = ((along + step / 2 - MARGIN.x) / (1 - 2 * MARGIN.x)) * width
    if (to <= 0 || from >= width) continue
    for (let py = Math.max(0, Math.ceil(high)); py < Math.min(canvas.height, low); py++) {
      const at = py * canvas.width + px
      if (canvas.depth[at]! < z) continue
      const row = (offset: number) =>
        (((py + offset - high) / (low - high) - MARGIN.y) / (1 - 2 * MARGIN.y)) * font.cell
      const part = meanAlpha(alpha, width, font.cell, from, to, row(0), row(1))
      if (part <= 0) continue
      canvas.y[at] = canvas.y[at]! + (inkY - canvas.y[at]!) * part
      if ((px | py) & 1) continue
      const c = (py >> 1) * (canvas.width >> 1) + (px >> 1)
      canvas.u[c] = canvas.u[c]! + (inkU - canvas.u[c]!) * part
      canvas.v[c] = canvas.v[c]! + (inkV - canvas.v[c]!) * part
    }
  }
}

/** Mean alpha, 0 … 1, of a rectangle of the text; outside of the text there is none. */
function meanAlpha(
  alpha: Uint8Array,
  width: number,
  height: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
): number {
  const [x0, x1] = [Math.floor(left), Math.max(Math.floor(left) + 1, Math.ceil(right))]
  const [y0, y1] = [Math.floor(top), Math.max(Math.floor(top) + 1, Math.ceil(bottom))]
  let sum = 0
  for (let y = Math.max(0, y0); y < Math.min(height, y1); y++) {
    for (let x = Math.max(0, x0); x < Math.min(width, x1); x++) sum += alpha[y * width + x]!
  }
  return sum / (255 * (x1 - x0) * (y1 - y0))
}

function textOf({ font, texts }: PlatePen, text: string): PlateText {
  const known = texts.get(text)
  if (known) return known
  const glyphs = Array.from(text, (letter) => font.glyphs.get(letter.codePointAt(0)!)).filter(
    (glyph) => glyph !== undefined,
  )
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0)
  const alpha = new Uint8Array(width * font.cell)
  let left = 0
  for (const glyph of glyphs) {
    for (let y = 0; y < font.cell; y++) {
      for (let x = 0; x < glyph.width; x++)
        alpha[y * width + left + x] = glyph.alpha[y * glyph.width + x] ?? 0
    }
    left += glyph.width
  }
  if (texts.size >= KEPT_TEXTS) texts.clear()
  const made = { width, alpha }
  texts.set(text, made)
  return made
}
