/** Text in the picture: time above, the camera's name below, white with a dark rim. */

import { stripHeight } from '@backlot/contract/picture-strip'
import { toCivil } from '@backlot/contract/time'
import type { OsdFont, OsdGlyph } from './osd-font.ts'
import type { YuvPicture } from './scene-input.ts'

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** A font scaled to a height in pixels, with the rim of each glyph; filled as glyphs are needed. */
export type OsdPen = { font: OsdFont; size: number; scaled: Map<number, ScaledGlyph> }
type ScaledGlyph = { width: number; alpha: Uint8Array; rim: Uint8Array }

export function osdPen(font: OsdFont, size: number): OsdPen {
  return { font, size, scaled: new Map() }
}

/** The size that suits a picture of this height. */
export function osdSize(pictureHeight: number): number {
  return Math.max(12, Math.round(pictureHeight / 21))
}

/** Writes time (none: undefined) and name (empty: none) into a picture. */
export function drawOsd(
  picture: YuvPicture,
  pen: OsdPen,
  name: string,
  timeMs: number | undefined,
  zoneMinutes: number,
  strip: boolean,
): void {
  const margin = Math.round(pen.size * 0.7)
  if (timeMs !== undefined) drawText(picture, pen, timeText(timeMs, zoneMinutes), margin, margin)
  const bottom = picture.height - (strip ? stripHeight(picture.height) : 0) - margin - pen.size
  drawText(picture, pen, name, picture.width - margin - textWidth(pen, name), bottom)
}

function timeText(timeMs: number, zoneMinutes: number): string {
  const c = toCivil(timeMs, zoneMinutes)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${c.year}-${two(c.month)}-${two(c.day)} ${WEEKDAYS[c.weekday]} ${two(c.hour)}:${two(c.minute)}:${two(c.second)}`
}

function textWidth(pen: OsdPen, text: string): number {
  let width = 0
  for (const letter of text) width += glyphOf(pen, letter.codePointAt(0)!).width
  return width
}

export function drawText(picture: YuvPicture, pen: OsdPen, text: string, x: number, y: number): void {
  let at = x
  for (const letter of text) {
    const glyph = glyphOf(pen, letter.codePointAt(0)!)
    stamp(picture, pen.size, glyph, at, y)
    at += glyph.width
  }
}

function stamp(picture: YuvPicture, size: number, glyph: ScaledGlyph, x: number, y: number): void {
  const w = glyph.width + 2
  for (let j = 0; j < size + 2; j++) {
    const py = y + j - 1
    if (py < 0 || py >= picture.height) continue
    for (let i = 0; i < w; i++) {
      const px = x + i - 1
      const rim = glyph.rim[j * w + i]!
      if (rim === 0 || px < 0 || px >= picture.width) continue
      const at = py * picture.width + px
      const white = glyph.alpha[j * w + i]!
      const under = picture.y[at]! + ((24 - picture.y[at]!) * rim * 0.75) / 255
      picture.y[at] = under + ((232 - under) * white) / 255
      if ((px | py) & 1) continue
      const c = (py >> 1) * (picture.width >> 1) + (px >> 1)
      picture.u[c] = picture.u[c]! + ((128 - picture.u[c]!) * rim) / 255
      picture.v[c] = picture.v[c]! + ((128 - picture.v[c]!) * rim) / 255
    }
  }
}

function glyphOf(pen: OsdPen, code: number): ScaledGlyph {
  const known = pen.scaled.get(code)
  if (known) return known
  const glyph = pen.font.glyphs.get(code) ??
    pen.font.glyphs.get(0x3f) ?? { width: pen.font.cell >> 1, alpha: new Uint8Array(0) }
  const made = scaleGlyph(glyph, pen.font.cell, pen.size)
  pen.scaled.set(code, made)
  return made
}

/** Area-averaged to the size, with one pixel of margin, and its rim (the greatest of the neighbours). */
function scaleGlyph(glyph: OsdGlyph, cell: number, size: number): ScaledGlyph {
  const ratio = cell / size
  const width = Math.max(1, Math.round(glyph.width / ratio))
  const w = width + 2
  const h = size + 2
  const alpha = new Uint8Array(w * h)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let s = 0; s < 16; s++) {
        const sx = Math.floor((x + ((s & 3) + 0.5) / 4) * ratio)
        const sy = Math.floor((y + ((s >> 2) + 0.5) / 4) * ratio)
        if (sx < glyph.width && sy < cell) sum += glyph.alpha[sy * glyph.width + sx] ?? 0
      }
      alpha[(y + 1) * w + x + 1] = Math.min(255, sum / 14)
    }
  }
  const rim = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let most = 0
      for (let k = 0; k < 9; k++) {
        const nx = x + (k % 3) - 1
        const ny = y + Math.floor(k / 3) - 1
        if (nx >= 0 && nx < w && ny >= 0 && ny < h) most = Math.max(most, alpha[ny * w + nx]!)
      }
      rim[y * w + x] = most
    }
  }
  return { width, alpha, rim }
}
