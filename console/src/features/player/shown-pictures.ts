/** Of pictures that come out of the decoder at once, one is shown in this time, and the last one. */
const APART_MS = 100

/** Writes decoded pictures to a video track, each when it is due. Those that a newer one has overtaken are left out. */
export class ShownPictures {
  /** Time of the last shown picture in the stream, milliseconds. */
  lastMs: number | undefined
  readonly #writer: WritableStreamDefaultWriter<VideoFrame>
  readonly #onBroken: () => void
  #waiting: { frame: VideoFrame; dueMs: number }[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #shownAtMs = Number.NEGATIVE_INFINITY

  /** `onBroken`: the track takes no more pictures. */
  constructor(track: WritableStream<VideoFrame>, onBroken: () => void) {
    this.#writer = track.getWriter()
    this.#onBroken = onBroken
  }

  /** Takes a picture, which it closes. `moreToCome`: newer ones are about to come. */
  show(frame: VideoFrame, dueMs: number, moreToCome: boolean): void {
    const nowMs = performance.now()
    if (dueMs <= nowMs && moreToCome && nowMs - this.#shownAtMs < APART_MS) {
      frame.close()
      return
    }
    this.#waiting.push({ frame, dueMs })
    this.#showDue()
  }

  stop(): void {
    clearTimeout(this.#timer)
    for (const { frame } of this.#waiting.splice(0)) frame.close()
    this.#writer.abort().catch(() => undefined)
  }

  #showDue(): void {
    clearTimeout(this.#timer)
    const nowMs = performance.now()
    const due = this.#waiting.findLastIndex(({ dueMs }) => dueMs <= nowMs)
    const overtaken = this.#waiting.splice(0, due + 1)
    const shown = overtaken.pop()
    for (const { frame } of overtaken) frame.close()
    if (shown) {
      this.#shownAtMs = nowMs
      this.lastMs = shown.frame.timestamp / 1000
      this.#writer.write(shown.frame).catch(this.#onBroken)
    }
    const [next] = this.#waiting
    if (next) this.#timer = setTimeout(() => this.#showDue(), next.dueMs - nowMs)
  }
}
