import { GLYPHS, MARKER_KINDS } from './marker-glyphs.ts'

/** Side of one drawing in the atlas, pixels: twice the shown size, so that linear sampling stays crisp. */
const CELL_PX = 40
const DRAWING = 24

/** All glyphs in one row, white on nothing; the shader colours them. */
export function drawGlyphAtlas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = CELL_PX * MARKER_KINDS.length
  canvas.height = CELL_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d canvas')
  context.fillStyle = '#fff'
  context.strokeStyle = '#fff'
  context.lineWidth = 2.2
  context.lineCap = 'round'
  for (const [place, kind] of MARKER_KINDS.entries()) {
    const { fill, stroke } = GLYPHS[kind]
    context.setTransform(CELL_PX / DRAWING, 0, 0, CELL_PX / DRAWING, place * CELL_PX, 0)
    if (fill) context.fill(new Path2D(fill), 'evenodd')
    if (stroke) context.stroke(new Path2D(stroke))
  }
  return canvas
}
