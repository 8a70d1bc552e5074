/**
 * The bitmap font of the text in the picture: glyphs of 24 px cells with four levels. The bytes are made by
 * fixtures/media/make-osd-font.mjs from Noto Sans SC (OFL); reading them is pure.
 */
export type OsdFont = { cell: number; glyphs: ReadonlyMap<number, OsdGlyph> }
/** Alpha 0 … 255, `width` × cell. */
export type OsdGlyph = { width: number; alpha: Uint8Array }

/**
 * Layout, big-endian: 'BKOF', u16 cell, u16 count; per glyph u24 code point, u8 width; then per glyph
 * ceil(width × cell ÷ 4) bytes with four pixels of two bits each, the first in the high bits.
 * Throws when the bytes are not such a font.
 */
export function readOsdFont(bytes: Uint8Array): OsdFont {
  const text = String.fromCharCode(...bytes.subarray(0, 4))
  if (text !== 'BKOF') throw new Error('not an OSD font')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cell = view.getUint16(4)
  const count = view.getUint16(6)
  const glyphs = new Map<number, OsdGlyph>()
  let at = 8 + count * 4
  for (let i = 0; i < count; i++) {
    const entry = view.getUint32(8 + i * 4)
    const width = entry & 255
    const alpha = new Uint8Array(width * cell)
    for (let p = 0; p < alpha.length; p++) alpha[p] = ((bytes[at + (p >> 2)]! >> (6 - (p & 3) * 2)) & 3) * 85
    at += Math.ceil(alpha.length / 4)
    glyphs.set(entry >>> 8, { width, alpha })
  }
  return { cell, glyphs }
}
