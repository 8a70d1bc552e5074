import { aggregateRadiusPx } from '../hit-index.ts'
import type { MarkerFrame } from '../marker-frame.ts'
import { MARKER_STATES, STATE_INDEX } from '../marker-state.ts'

/** Kinds of text on the map: names, counts within aggregates, counts on alarm badges and on stacks of devices. */
export type SpriteStyle = 'name' | 'count' | 'alarms' | 'stack'

/** A text at a place: offset from the frame's origin, and pixels to the right and down from there to its middle. */
export type Sprite = {
  style: SpriteStyle
  text: string
  x: number
  y: number
  rightPx: number
  downPx: number
}

/** Distance of names below their markers: icons, dots. */
const BELOW_ICON_PX = 25
const BELOW_DOT_PX = 16
/** The badge of a stack, at the icon's upper right. */
const STACK_PX = 13

/**
 * Every text of a frame. `offsets` are the aggregates' places from the frame's origin; `nameOf` answers undefined for a
 * name that cannot be drawn yet.
 */
export function spritesOf(
  frame: MarkerFrame,
  offsets: Float32Array,
  nameOf: (id: number) => string | undefined,
): Sprite[] {
  const sprites: Sprite[] = []
  const { aggregates, positions } = frame
  for (let i = 0; i < aggregates.ids.length; i++) {
    const [x, y] = [offsets[i * 2] as number, offsets[i * 2 + 1] as number]
    const count = aggregates.counts[i] as number
    const alarms = aggregates.states[i * MARKER_STATES.length + STATE_INDEX.alarm] as number
    sprites.push({ style: 'count', text: shortCount(count), x, y, rightPx: 0, downPx: 0 })
    if (alarms === 0) continue
    const out = aggregateRadiusPx(count) * 0.74
    sprites.push({ style: 'alarms', text: shortCount(alarms), x, y, rightPx: out, downPx: -out })
  }
  const downPx = frame.mode === 'near' ? BELOW_ICON_PX : BELOW_DOT_PX
  for (const place of frame.named) {
    const text = nameOf(frame.ids[place] as number)
    if (!text) continue
    const [x, y] = [positions[place * 2] as number, positions[place * 2 + 1] as number]
    sprites.push({ style: 'name', text, x, y, rightPx: 0, downPx })
  }
  for (let i = 0; i < frame.stacks.length; i += 2) {
    const place = frame.stacks[i] as number
    const [x, y] = [positions[place * 2] as number, positions[place * 2 + 1] as number]
    const text = shortCount(frame.stacks[i + 1] as number)
    sprites.push({ style: 'stack', text, x, y, rightPx: STACK_PX, downPx: -STACK_PX })
  }
  return sprites
}

/** Counts of up to four characters. */
function shortCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 10_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`
}
