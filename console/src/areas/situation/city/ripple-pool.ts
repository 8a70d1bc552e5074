import type { PlanePoint } from './city-view.ts'

export type Ripple = PlanePoint & {
  /** Of the alarm: device, channel and sequence. */
  key: string
  /** 1 critical … 4 notice. */
  level: 1 | 2 | 3 | 4
  bornS: number
}

/** How long an alarm ripples. */
export const RIPPLE_S = 30
/** More at once would mean nothing: the newest are shown. */
export const RIPPLES_MOST = 48

/** Alarms that ripple on the map now, newest last. Bounded. */
export class RipplePool {
  #list: Ripple[] = []

  get list(): readonly Ripple[] {
    return this.#list
  }

  add(ripple: Ripple): void {
    this.#list = this.#list.filter(({ key }) => key !== ripple.key)
    this.#list.push(ripple)
    if (this.#list.length > RIPPLES_MOST) this.#list.splice(0, this.#list.length - RIPPLES_MOST)
  }

  /** Drops those that are over; true when some were. */
  expire(nowS: number): boolean {
    const before = this.#list.length
    this.#list = this.#list.filter(({ bornS }) => nowS - bornS < RIPPLE_S)
    return this.#list.length !== before
  }

  shiftBirths(byS: number): void {
    this.#list = this.#list.map((ripple) => ({ ...ripple, bornS: ripple.bornS + byS }))
  }
}
