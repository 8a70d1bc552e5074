import type { Device, Texture } from '@luma.gl/core'
import { MARKER_FONT } from '../marker-font.ts'
import { cssColour, type MarkerLook, type Rgb } from '../marker-look.ts'
import type { SpriteStyle } from './sprites.ts'

export const ATLAS_WIDTH = 2048
export const ATLAS_HEIGHT = 1024

/** A wider text is cut off. */
const MOST_WIDTH = ATLAS_WIDTH / 2

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
 * Texts drawn once each, on one canvas and in one texture: a name costs the map one square. Restarts when it is full
 * (`builds` grows: earlier boxes are void). New texts are in the texture after `upload`.
 */
export class TextAtlas {
  builds = 0
  readonly texture: Texture
  readonly #context: CanvasRenderingContext2D
  readonly #boxes = new Map<string, AtlasBox>()
  /** The row that is being filled, by height. */
  readonly #rows = new Map<number, { x: number; y: number }>()
  /** Changes that are not in the texture yet, a box for each row. */
  #fresh: AtlasBox[] = []
  #bottom = 0
  #look: MarkerLook | undefined
  #ratio = 0

  constructor(device: Device) {
    this.texture = device.createTexture({
      width: ATLAS_WIDTH,
      height: ATLAS_HEIGHT,
      sampler: { minFilter: 'nearest', magFilter: 'nearest' },
    })
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2d canvas')
    this.#context = context
    context.canvas.width = ATLAS_WIDTH
    context.canvas.height = ATLAS_HEIGHT
  }

  /** Colours and pixel ratio of later texts. */
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

  /** Uploads changes since the last time to the texture. */
  upload(): void {
    for (const { x, y, width, height } of this.#fresh) {
      const image = this.#context.getImageData(x, y, width, height)
      this.texture.copyExternalImage({ image, x, y, width, height })
    }
    this.#fresh = []
  }

  #clear(): void {
    this.#boxes.clear()
    this.#rows.clear()
    this.#fresh = []
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
    const width = Math.min(MOST_WIDTH, Math.ceil(badge ? Math.max(wide, height) : wide))
    const box = this.#place(width, height)
    context.save()
    context.beginPath()
    context.rect(box.x, box.y, width, height)
    context.clip()
    context.clearRect(box.x, box.y, width, height)
    context.translate(box.x, box.y)
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
    context.restore()
    return box
  }

  #place(width: number, height: number): AtlasBox {
    let row = this.#rows.get(height)
    if (!row || row.x + width > ATLAS_WIDTH) {
      if (this.#bottom + height > ATLAS_HEIGHT) this.#clear()
      row = { x: 0, y: this.#bottom }
      this.#bottom += height
      this.#rows.set(height, row)
    }
    const { x, y } = row
    row.x += width
    const fresh = this.#fresh.find((box) => box.y === y)
    if (fresh) fresh.width = row.x - fresh.x
    else this.#fresh.push({ x, y, width, height })
    return { x, y, width, height }
  }
}
