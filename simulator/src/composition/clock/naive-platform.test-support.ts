import { outages } from '../../devices/outages.ts'
import { START } from './clock-rig.test-support.ts'

/** The same by stepping: everything that was ever done in a list, looked through from the beginning at every question. */
export class NaivePlatform {
  readonly #seed: number
  #hostMs = START
  #fromHostMs = START
  #fromMs = START
  #rate = 1
  #resumeRate = 1
  alarms: { seq: string; sn: string; atMs: number }[] = []
  edits: { sn: string; atMs: number; longitude: number }[] = []
  commands: { sn: string; atMs: number; order: number; forced: 'online' | 'offline' | 'released' }[] = []

  constructor(seed: number) {
    this.#seed = seed
  }
  now() {
    return Math.floor(this.#fromMs + (this.#hostMs - this.#fromHostMs) * this.#rate)
  }
  pass(ms: number) {
    this.#hostMs += ms
  }
  #turn(rate: number, atMs = this.now()) {
    this.#fromMs = atMs
    this.#fromHostMs = this.#hostMs
    this.#rate = rate
  }
  pause() {
    if (this.#rate !== 0) this.#turn(0)
  }
  resume() {
    if (this.#rate === 0) this.#turn(this.#resumeRate)
  }
  speed(rate: number) {
    this.#turn(rate)
    this.#resumeRate = rate
  }
  step(ms: number) {
    this.#turn(0, this.now() + ms)
  }
  jump(toMs: number, cut: boolean) {
    if (cut && toMs < this.now()) {
      this.alarms = this.alarms.filter(({ atMs }) => atMs <= toMs)
      this.commands = this.commands.filter(({ atMs }) => atMs <= toMs)
      this.edits = this.edits.filter(({ atMs }) => atMs <= toMs)
    }
    this.#turn(this.#rate, toMs)
  }
  get isPaused() {
    return this.#rate === 0
  }
  visible() {
    return this.alarms
      .filter(({ atMs }) => atMs <= this.now())
      .map(({ seq }) => seq)
      .sort()
  }
  /** Steps through the edits of one device up to now; of one moment the last counts. */
  longitude(sn: string) {
    const nowMs = this.now()
    const own = this.edits.filter((edit) => edit.sn === sn && edit.atMs <= nowMs)
    return own.toSorted((a, b) => a.atMs - b.atMs).at(-1)?.longitude ?? 116.4
  }
  /** Steps through the commands to one device up to now; without one in force its own outages count. */
  online(sn: string, entity: number) {
    let forced: 'online' | 'offline' | 'released' = 'released'
    const nowMs = this.now()
    const own = this.commands.filter((command) => command.sn === sn)
    own.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
    for (const command of own) if (command.atMs <= nowMs) forced = command.forced
    if (forced !== 'released') return forced === 'online'
    return !outages(this.#seed, entity, nowMs, nowMs + 1).some(
      ({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs,
    )
  }
}
