import { MARKER_FONT } from '../layer-common.ts'
import { cssColour, type MarkerLook, type Rgb } from '../marker-look.ts'
import type { SpriteStyle } from './sprites.ts'

export const ATLAS_WIDTH = 2048
export const ATLAS_HEIGHT = 1024

/** A drawn text in the atlas, device pixels. */
export type AtlasBox = { x: number; y: number; width: number; height: number }

type Drawing = { sizePx: number; colour: Rgb; haloPx: number; halo: Rgb; badge: Rgb | undefined }

const WHITE: Rgb = [255, 255, 255]
/** Room of a badge around its text. */
const BADGE_X_PX = 5
const BADGE_Y_PX = 2

function drawingOf(style: SpriteStyle, { text, halo, states, paper }: MarkerLook): Drawing {
  if (style === 'name') return { sizePx: 12, colour: text, haloPx: 1.6, halo, badge: undefined }
  if (style === 'count') return { sizePx: 13, colour: text, haloPx: 0, halo, badge: undefined }
  if (style === 'alarms') return { sizePx: 11, colour: WHITE, haloPx: 1, halo, badge: states.alarm }
  return { sizePx: 10.5, colour: text, haloPx: 1, halo: text, badge: paper }
}

/**
 * Texts drawn once each, in one texture: a name costs the map one square. Starts anew when it is full (`builds` grows:
 * boxes of before hold no longer).
 */
export class TextAtlas {
  builds = 0
  readonly texture: WebGLTexture
  readonly #gl: WebGL2RenderingContext
  readonly #context: CanvasRenderingContext2D
  readonly #boxes = new Map<string, AtlasBox>()
  /** The row that is being filled, by height. */
  readonly #rows = new Map<number, { x: number; y: number }>()
  #bottom = 0
  #look: MarkerLook | undefined
  #ratio = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, ATLAS_WIDTH, ATLAS_HEIGHT)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2d canvas')
    this.#context = context
    context.canvas.width = ATLAS_WIDTH / 2
    context.canvas.height = 96
  }

  /** Colours and the pixel ratio of what is drawn from now on. */
  setLook(look: MarkerLook, ratio: number): void {
    if (look === this.#look && ratio === this.#ratio) return
    this.#look = look
    this.#ratio = ratio
    this.#clear()
  }

  /** The box of a text, drawn when it is new. */
  box(style: SpriteStyle, text: string): AtlasBox {
    const key = `${style} ${text}`
    const known = this.#boxes.get(key)
    if (known) return known
    const box = this.#draw(style, text)
    this.#boxes.set(key, box)
    return box
  }

  #clear(): void {
    this.#boxes.clear()
    this.#rows.clear()
    this.#bottom = 0
    this.builds += 1
  }

  #draw(style: SpriteStyle, text: string): AtlasBox {
    const context = this.#context
    const ratio = this.#ratio
    const { sizePx, colour, haloPx, halo, badge } = drawingOf(style, this.#look as MarkerLook)
    context.font = `600 ${sizePx * ratio}px ${MARKER_FONT}`
    const rimPx = badge ? haloPx : haloPx + 1
    const [padX, padY] = badge ? [BADGE_X_PX, BADGE_Y_PX] : [0, 2]
    const height = Math.ceil((sizePx * 1.2 + 2 * (rimPx + padY)) * ratio)
    const wide = context.measureText(text).width + 2 * (rimPx + padX) * ratio
    // A badge of one character is round.
    const width = Math.min(context.canvas.width, Math.ceil(badge ? Math.max(wide, height) : wide))
    context.clearRect(0, 0, width, height)
    if (badge) {
      context.beginPath()
      const rim = (rimPx * ratio) / 2
      context.roundRect(rim, rim, width - 2 * rim, height - 2 * rim, height / 2 - rim)
      context.fillStyle = cssColour(badge)
      context.fill()
    }
    context.lineJoin = 'round'
    context.lineWidth = (badge ? rimPx : 2 * haloPx) * ratio
    context.strokeStyle = cssColour(halo)
    context.textAlign = 'center'
    context.textBaseline = 'alphabetic'
    const baseline = Math.round(height / 2 + sizePx * 0.36 * ratio)
    if (badge) context.stroke()
    else if (haloPx > 0) context.strokeText(text, width / 2, baseline)
    context.fillStyle = cssColour(colour)
    context.fillText(text, width / 2, baseline)
    const box = this.#place(width, height)
    const gl = this.#gl
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
    const { data } = context.getImageData(0, 0, width, height)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, box.x, box.y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    return box
  }

  #place(width: number, height: number): AtlasBox {
    const row = this.#rows.get(height)
    if (row && row.x + width <= ATLAS_WIDTH) {
      const box = { x: row.x, y: row.y, width, height }
      row.x += width
      return box
    }
    if (this.#bottom + height > ATLAS_HEIGHT) this.#clear()
    const y = this.#bottom
    this.#bottom += height
    this.#rows.set(height, { x: width, y })
    return { x: 0, y, width, height }
  }
}
