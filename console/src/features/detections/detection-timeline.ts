import type { Detection } from '@backlot/contract/ai-view/entities'

type DetectionLook = { timeMs: number; detections: readonly Detection[] }

/** Looks that are kept, milliseconds of platform time. */
const KEPT_MS = 6000
/** Between looks further apart than this nothing is known, in looks' usual distances. */
const GAP_LOOKS = 3
/** After the last look its things are still there for so long: answers take their time, and live pictures do not wait. */
const LAST_LOOKS = 6

/** Detections at moments of a stream, interpolated between them; after the last one things move on as they did. */
export class DetectionTimeline {
  #looks: DetectionLook[] = []
  readonly #everyMs: number

  /** `everyMs`: usual distance of two looks in platform time. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Newest moment that is known, undefined without any. */
  newestMs(): number | undefined {
    return this.#looks.at(-1)?.timeMs
  }

  /** Adds looks, in order of time. A look before the known ones starts again: the clock went back. */
  add(looks: readonly DetectionLook[]): void {
    for (const look of looks) {
      const newest = this.newestMs()
      if (newest !== undefined && look.timeMs < newest) this.#looks = []
      if (look.timeMs !== newest) this.#looks.push(look)
    }
    const newest = this.newestMs() ?? 0
    this.#looks = this.#looks.filter(({ timeMs }) => timeMs > newest - KEPT_MS)
  }

  /** Detections in a picture of that moment: things known before and after it are moved in between. */
  at(timeMs: number): readonly Detection[] {
    const after = this.#looks.findIndex((look) => look.timeMs >= timeMs)
    const later = after < 0 ? undefined : this.#looks[after]
    const earlier = after < 0 ? this.#looks.at(-1) : this.#looks[after - 1]
    const reachMs = this.#everyMs * GAP_LOOKS
    const isNear = (look: DetectionLook | undefined) =>
      look !== undefined && Math.abs(look.timeMs - timeMs) <= reachMs
    if (!isNear(later)) {
      const isLast = after < 0 && earlier && timeMs - earlier.timeMs <= this.#everyMs * LAST_LOOKS
      if (!isNear(earlier) && !isLast) return []
      // Pictures are younger than the answers about them.
      const last = this.#looks.at(-2)
      return isLast && last && earlier!.timeMs - last.timeMs <= reachMs
        ? moved(last, earlier!, timeMs)
        : earlier!.detections
    }
    if (!isNear(earlier)) return later!.detections
    return moved(earlier!, later!, timeMs)
  }
}

/** The things of the second of two looks where they are at a moment. */
function moved(first: DetectionLook, second: DetectionLook, timeMs: number): Detection[] {
  const part = (timeMs - first.timeMs) / (second.timeMs - first.timeMs)
  const before = new Map(first.detections.map((one) => [one.trackId, one]))
  return second.detections.map((one) => {
    const from = before.get(one.trackId)
    return from ? between(from, one, part) : one
  })
}

function between(from: Detection, to: Detection, part: number): Detection {
  const mix = (name: 'left' | 'top' | 'width' | 'height') => from[name] + (to[name] - from[name]) * part
  const [width, height] = [Math.max(0, mix('width')), Math.max(0, mix('height'))]
  return { ...to, left: mix('left'), top: mix('top'), width, height }
}
