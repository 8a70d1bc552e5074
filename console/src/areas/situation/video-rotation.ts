/** One video channel that may be shown. */
export type WallCamera = { sn: string; chnId: number; name: string }

export type WallLayer = { id: number; camera: WallCamera }
/** A window of the video row: its content, and the next one, which replaces it as soon as it has a picture. */
export type WallSlot = { current: WallLayer | undefined; upcoming: WallLayer | undefined }

/** State of a layer's player: no picture yet, a picture, or none to come. */
export type LayerState = 'waiting' | 'playing' | 'bad'

/** A camera without a picture after that long is passed over. */
const GIVE_UP_MS = 12_000
/** A window that lost its picture keeps trying this long before another camera takes it. */
const BAD_MS = 4000
/** A camera that was skipped is not tried again for this long. */
const SKIP_MS = 120_000

const keyOf = ({ sn, chnId }: Pick<WallCamera, 'sn' | 'chnId'>) => `${sn}/${chnId}`

/**
 * Which cameras the windows show. One window changes at a time, and only when the next camera has a picture: there is
 * never a black one. Pure: the owner passes the time, ticks some times a second and reports the players' states.
 */
export class VideoRotation {
  readonly slots: WallSlot[]
  readonly #now: () => number
  #cameras: readonly WallCamera[] = []
  #everyMs: number
  #changedMs: number
  #startedMs = 0
  #badSince = new Map<number, number>()
  #skippedMs = new Map<string, number>()
  #nextSlot = 0
  #nextCamera = 0
  #layers = 0

  constructor(now: () => number, slots: number, everyMs: number) {
    this.#now = now
    this.#everyMs = everyMs
    this.#changedMs = now()
    this.slots = Array.from({ length: slots }, () => ({ current: undefined, upcoming: undefined }))
  }

  /** Changes the cameras of the rotation (in this order, over and over) and how often a window changes; 0 never. */
  setUp(cameras: readonly WallCamera[], everyMs: number): void {
    this.#cameras = cameras
    this.#everyMs = everyMs
  }

  /** Lets time pass. Answers whether some window shows something else now. */
  tick(stateOf: (layerId: number) => LayerState): boolean {
    const before = this.#layers
    const swapped = this.#finish(stateOf)
    this.#fill()
    if (!this.#upcoming()) this.#begin(stateOf)
    return swapped || this.#layers !== before
  }

  #upcoming(): WallSlot | undefined {
    return this.slots.find(({ upcoming }) => upcoming)
  }

  /** Brings the upcoming layer to the front when it has a picture, or gives it up. */
  #finish(stateOf: (layerId: number) => LayerState): boolean {
    const slot = this.#upcoming()
    if (!slot?.upcoming) return false
    const state = stateOf(slot.upcoming.id)
    if (state === 'playing') {
      slot.current = slot.upcoming
      slot.upcoming = undefined
      this.#changedMs = this.#now()
      return true
    }
    if (state !== 'bad' && this.#now() - this.#startedMs < GIVE_UP_MS) return false
    this.#skippedMs.set(keyOf(slot.upcoming.camera), this.#now())
    slot.upcoming = undefined
    return true
  }

  /** Empty windows take available cameras at once. */
  #fill(): void {
    for (const slot of this.slots) {
      if (slot.current) continue
      const camera = this.#take()
      if (!camera) return
      slot.current = { id: ++this.#layers, camera }
      this.#changedMs = this.#now()
    }
  }

  #begin(stateOf: (layerId: number) => LayerState): void {
    const now = this.#now()
    const lost = this.slots.find((slot) => this.#isLost(slot, stateOf, now))
    const due = this.#everyMs > 0 && now - this.#changedMs >= this.#everyMs
    if (!lost && !due) return
    const slot = lost ?? this.slots[this.#nextSlot]
    const camera = slot && this.#take()
    if (!slot || !camera) return
    if (!lost) this.#nextSlot = (this.#nextSlot + 1) % this.slots.length
    this.#startedMs = now
    slot.upcoming = { id: ++this.#layers, camera }
  }

  /** A window whose camera is gone, or whose picture has been away for a while. */
  #isLost({ current }: WallSlot, stateOf: (layerId: number) => LayerState, now: number): boolean {
    if (!current) return false
    const there = this.#cameras.some((camera) => keyOf(camera) === keyOf(current.camera))
    if (there && stateOf(current.id) !== 'bad') {
      this.#badSince.delete(current.id)
      return false
    }
    const since = this.#badSince.get(current.id) ?? now
    this.#badSince.set(current.id, since)
    for (const id of this.#badSince.keys())
      if (!this.slots.some((slot) => slot.current?.id === id)) this.#badSince.delete(id)
    return now - since >= BAD_MS
  }

  /** The next camera that no window has and that was not passed over lately. */
  #take(): WallCamera | undefined {
    const now = this.#now()
    const taken = new Set(
      this.slots.flatMap(({ current, upcoming }) =>
        [current, upcoming].flatMap((layer) => (layer ? [keyOf(layer.camera)] : [])),
      ),
    )
    for (const [key, atMs] of this.#skippedMs) if (now - atMs >= SKIP_MS) this.#skippedMs.delete(key)
    for (let i = 0; i < this.#cameras.length; i++) {
      const at = (this.#nextCamera + i) % this.#cameras.length
      const camera = this.#cameras[at]!
      if (taken.has(keyOf(camera)) || this.#skippedMs.has(keyOf(camera))) continue
      this.#nextCamera = (at + 1) % this.#cameras.length
      return camera
    }
    return undefined
  }
}
