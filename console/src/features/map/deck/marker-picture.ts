import type { Layer } from '@deck.gl/core'
import type { MarkerFrame } from '../marker-frame.ts'
import type { MarkerLook } from '../marker-look.ts'
import type { Picture } from './deck-overlay.ts'
import { DonutLayer } from './donut-layer.ts'
import { PulseLayer } from './pulse-layer.ts'
import type { Origin } from './quad-layer.ts'
import { ShapeLayer } from './shape-layer.ts'
import { SpriteLayer } from './sprite-layer.ts'
import { type Sprite, spritesOf } from './sprites.ts'

const DOT_PX = 5.5
const ICON_PX = 12.5
const NO_ORIGIN: Origin = [0, 0]

/** A frame of markers as it is to be seen. */
export class MarkerPicture implements Picture {
  readonly frame: MarkerFrame
  readonly #look: MarkerLook
  readonly #nameOf: (id: number) => string | undefined
  /** Worked out when it is drawn: most pictures of a slow GPU never are. */
  #made: { offsets: Float32Array; sprites: readonly Sprite[] } | undefined

  /** `nameOf` answers undefined for a name that cannot be drawn yet. */
  constructor(frame: MarkerFrame, look: MarkerLook, nameOf: (id: number) => string | undefined) {
    this.frame = frame
    this.#look = look
    this.#nameOf = nameOf
  }

  layers(ratio: number, phase: number): Layer[] {
    const { aggregates, positions, alarmed, marks, mode } = this.frame
    const { offsets, sprites } = this.#workOut()
    const [origin, look] = [this.frame.origin ?? NO_ORIGIN, this.#look]
    const icons = mode === 'near'
    const [radiusPx, colour] = [icons ? ICON_PX : DOT_PX, look.states.alarm]
    // A layer that is not visible costs nothing.
    const [visible, pulsing] = [offsets.length > 0, alarmed.length > 0]
    return [
      new DonutLayer({ id: 'donuts', visible, origin, offsets, aggregates, look }),
      new PulseLayer({ id: 'pulses', visible: pulsing, origin, positions, alarmed, colour, phase }),
      new ShapeLayer({ id: 'shapes', origin, offsets: positions, marks, look, icons, radiusPx }),
      new SpriteLayer({ id: 'sprites', visible: sprites.length > 0, origin, sprites, look, ratio }),
    ]
  }

  #workOut(): { offsets: Float32Array; sprites: readonly Sprite[] } {
    if (this.#made) return this.#made
    const offsets = aggregateOffsets(this.frame)
    this.#made = { offsets, sprites: spritesOf(this.frame, offsets, this.#nameOf) }
    return this.#made
  }
}

/** Places of the aggregates from the frame's origin. */
function aggregateOffsets({ aggregates, origin }: MarkerFrame): Float32Array {
  const { positions } = aggregates
  const [x, y] = origin ?? NO_ORIGIN
  return Float32Array.from(positions, (value, i) => value - (i % 2 === 0 ? x : y))
}
