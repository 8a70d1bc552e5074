import {
  FaultOrder,
  type FaultRecord,
  type FaultState,
  type FaultStrike,
} from '@backlot/contract/control/fault-calls'
import { z } from 'zod'
import type { HostClock } from '../kernel/clock.ts'
import { hash32, hashText, uniform } from '../world/hash.ts'
import type { AttachedFault, Fault, InjectionPoints } from './fault.ts'
import { nextEdgeMs, stateAt } from './schedule.ts'

/** Moments of striking that are remembered, beside the last. */
const STRIKES_KEPT = 20

/** A fault as a snapshot keeps it: it goes on where it was. */
export const SavedFault = z.object({
  id: z.string(),
  order: FaultOrder,
  /** Host time since it was attached. */
  elapsedMs: z.number(),
  sincePlatformMs: z.number(),
  struck: z.number().int(),
  /** How often its dice were thrown. */
  chances: z.number().int(),
  draws: z.number().int(),
})
export type SavedFault = z.output<typeof SavedFault>

const STREAM = { strike: 971, draw: 972, entity: 973 }

/** An attached fault: its schedule, its dice, its target. */
export class RunningFault {
  readonly id: string
  readonly #order: FaultOrder
  readonly #seed: number
  readonly #host: HostClock
  readonly #entity: number
  readonly #held: AttachedFault
  readonly #onStrike: () => void
  readonly #platformNow: () => number
  readonly #resumed: SavedFault | undefined
  readonly #strikeMoments: FaultStrike[] = []
  #lastStrike: FaultStrike | undefined
  #sincePlatformMs = 0
  #endedMs: number | undefined
  #sinceMs = 0
  #struck = 0
  #chances = 0
  #draws = 0
  #phase: 'held' | 'armed' | 'over' = 'held'
  #isOpen = false
  #cancel: (() => void) | undefined
  /** Openings and closings, one after the other. */
  #pending: Promise<void> = Promise.resolve()

  /** Holds its points but strikes only once it is armed. Throws when the fault refuses its target. */
  constructor(deps: {
    id: string
    fault: Fault
    order: FaultOrder
    seed: number
    points: InjectionPoints
    host: HostClock
    platformNow(): number
    onStrike(): void
    /** Goes on where it was. */
    saved?: SavedFault | undefined
  }) {
    this.id = deps.id
    this.#order = deps.order
    this.#seed = deps.order.seed ?? deps.seed
    this.#host = deps.host
    this.#onStrike = deps.onStrike
    this.#platformNow = deps.platformNow
    this.#entity = hash32(this.#seed, hashText(deps.id), STREAM.entity, 0)
    this.#resumed = deps.saved
    this.#struck = deps.saved?.struck ?? 0
    this.#chances = deps.saved?.chances ?? 0
    const { parameters, target } = deps.order
    const aim = { strikes: () => this.#strikes(), draw: () => this.#draw() }
    this.#held = deps.fault.attach({ parameters, target, aim, points: deps.points })
    // What was drawn while it attached is drawn again.
    this.#draws = Math.max(this.#draws, deps.saved?.draws ?? 0)
  }

  get isOver(): boolean {
    return this.#phase === 'over'
  }

  /** From now on it strikes. Resolves when its first spell, if it begins at once, is in effect. */
  async arm(onError: (error: unknown) => void): Promise<void> {
    this.#phase = 'armed'
    this.#sinceMs = this.#host.now() - (this.#resumed?.elapsedMs ?? 0)
    this.#sincePlatformMs = this.#resumed?.sincePlatformMs ?? this.#platformNow()
    await this.#follow(onError)
  }

  /** Detaches; resolves when its effects on devices are undone. Harmless when repeated. */
  async end(): Promise<void> {
    if (this.#phase !== 'over') {
      this.#cancel?.()
      this.#held.detach()
      this.#phase = 'over'
      this.#endedMs = this.#host.now()
      this.#perform(false)
    }
    await this.#pending
  }

  state(): FaultState {
    const { fault, target, probability, schedule, parameters } = this.#order
    return {
      id: this.id,
      fault,
      target,
      probability,
      schedule,
      parameters,
      seed: this.#seed,
      state: this.#phase === 'over' ? 'ended' : stateAt(schedule, this.#elapsedMs()),
      sinceMs: this.#sinceMs,
      struck: this.#struck,
    }
  }

  /** The same with its result. */
  record(): FaultRecord {
    return {
      ...this.state(),
      sincePlatformMs: this.#sincePlatformMs,
      ...(this.#endedMs === undefined ? {} : { endedMs: this.#endedMs }),
      strikes: this.#strikeMoments.map((moment) => ({ ...moment })),
      ...(this.#lastStrike ? { lastStrike: { ...this.#lastStrike } } : {}),
    }
  }

  save(): SavedFault {
    return {
      id: this.id,
      order: { ...this.#order, seed: this.#seed },
      elapsedMs: this.#elapsedMs(),
      sincePlatformMs: this.#sincePlatformMs,
      struck: this.#struck,
      chances: this.#chances,
      draws: this.#draws,
    }
  }

  #remember(): void {
    const hostMs = this.#host.now()
    if (this.#lastStrike?.hostMs === hostMs) {
      this.#lastStrike.times++
      return
    }
    this.#lastStrike = { platformMs: this.#platformNow(), hostMs, times: 1 }
    if (this.#strikeMoments.length < STRIKES_KEPT) this.#strikeMoments.push(this.#lastStrike)
  }

  #elapsedMs(): number {
    return this.#host.now() - this.#sinceMs
  }

  /** Opens and closes by the schedule, and looks again at its next edge. */
  async #follow(onError: (error: unknown) => void): Promise<void> {
    const elapsedMs = this.#elapsedMs()
    const state = stateAt(this.#order.schedule, elapsedMs)
    if (state === 'ended') return this.end()
    this.#perform(state === 'striking')
    const edgeMs = nextEdgeMs(this.#order.schedule, elapsedMs)
    if (edgeMs !== undefined) {
      this.#cancel = this.#host.after(edgeMs - elapsedMs, () => this.#follow(onError).catch(onError))
    }
    await this.#pending
  }

  #perform(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return
    this.#isOpen = isOpen
    const { open, close } = this.#held
    const work = () => (isOpen ? open?.() : close?.())
    // The caller of an earlier action got its failure; a spell it began still has to be closed.
    this.#pending = this.#pending.then(work, work)
  }

  #strikes(): boolean {
    if (this.#phase !== 'armed' || stateAt(this.#order.schedule, this.#elapsedMs()) !== 'striking')
      return false
    const { probability } = this.#order
    if (probability < 1 && uniform(this.#seed, this.#entity, STREAM.strike, this.#chances++) >= probability)
      return false
    this.#struck++
    this.#remember()
    this.#onStrike()
    return true
  }

  #draw(): number {
    return uniform(this.#seed, this.#entity, STREAM.draw, this.#draws++)
  }
}
