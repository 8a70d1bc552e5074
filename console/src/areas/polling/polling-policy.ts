import type { PollChannel } from '@backlot/contract/preplans/entities'
import {
  groupAfter,
  groupBefore,
  type IsShown,
  isSameGroup,
  numberOfGroup,
  type PollGroup,
  pollGroups,
} from '../../features/channel-list/polling-groups.ts'

/** Lead of the next group's players before the change: a first picture takes one or two seconds. */
export const PRELOAD_MS = 6_000
/** Longest time that a next group without all its pictures keeps the present one on the screen. */
export const WAIT_MS = 6_000

/** A player that ends gives its stream up after 1.5 s; by then the platform has ended it too. */
export const LET_GO_MS = 2_000

/** A group on the screen or behind it. A number of its own keeps its players when it comes to the front. */
export type PollLayer = {
  id: number
  group: PollGroup
  /** Channels (by key) that do not play yet: the platform had no encoder left for them. */
  held: ReadonlySet<string>
}

const NONE_HELD: ReadonlySet<string> = new Set()

export type PollSetup = {
  list: readonly PollChannel[]
  window: number
  seconds: number
  isShown: IsShown
}

/**
 * When which group of a polling is shown. Pure: the owner passes the time and ticks some times a second, draws
 * `current` over `upcoming`, and reports whether every window of the upcoming group has its picture (or will have
 * none).
 *
 * The platform encodes a bounded number of streams. So no group begins before the streams of the one that left are
 * given up, and a channel for which there was no encoder waits until they are, instead of showing a clip.
 */
export class PollPolicy {
  state: 'stopped' | 'running' | 'paused' = 'stopped'
  current: PollLayer | undefined
  upcoming: PollLayer | undefined
  readonly #now: () => number
  #setup: PollSetup = { list: [], window: 1, seconds: 10, isShown: () => true }
  #shownMs = 0
  #tickedAt = 0
  /** Since when the change is due and waits for pictures. */
  #dueAt: number | undefined
  #layers = 0
  /** The next group, while it must not begin yet. */
  #wanted: PollGroup | undefined
  /** Until when streams of players that ended may still run. */
  #lettingGoUntil = Number.NEGATIVE_INFINITY
  #heldUntil = 0
  /** Channels, by layer, that were held already: the second answer counts. */
  readonly #heldOnce = new Set<string>()
  /** A channel that was held got a clip again: there are no encoders to wait for, until one is seen. */
  #inVain = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** Changes the polled channels. A group on the screen stays as far as it still fits. */
  setUp(setup: PollSetup): void {
    const before = this.#setup
    this.#setup = setup
    const same = before.list === setup.list && before.window === setup.window
    if (this.state === 'stopped' || same || !this.current) return
    this.#drop()
    this.#dueAt = undefined
    const shown = this.#groups().find(({ places }) => places.some((place) => this.#isOnScreen(place)))
    const group = shown ?? this.#groups()[0]
    if (!isSameGroup(group, this.current.group)) this.#lettingGoUntil = this.#now() + LET_GO_MS
    this.current = group && { ...this.current, group }
  }

  start(): void {
    this.state = 'running'
    this.#tickedAt = this.#now()
    this.#show(this.#groups()[0])
  }

  stop(): void {
    this.state = 'stopped'
    this.#show(undefined)
  }

  /** The present group stays; its video continues. */
  pause(): void {
    if (this.state !== 'running') return
    this.tick(false)
    this.state = 'paused'
    if (this.#dueAt === undefined) this.#drop()
  }

  resume(): void {
    if (this.state !== 'paused') return
    this.state = 'running'
    this.#tickedAt = this.#now()
  }

  next(): void {
    this.#changeTo(this.#after())
  }

  previous(): void {
    const { list, window, isShown } = this.#setup
    this.#changeTo(this.current && groupBefore(list, window, this.current.group, isShown))
  }

  /** Goes to the group that a place of the list falls into. */
  goTo(at: number): void {
    this.#changeTo(this.#groups().find(({ last }) => last >= at))
  }

  /** A channel of a layer got a stream: its own picture, or a clip in place of it. */
  gotStream(layer: number, key: string, isClip: boolean): void {
    const name = `${layer} ${key}`
    const of = this.current?.id === layer ? 'current' : this.upcoming?.id === layer ? 'upcoming' : undefined
    if (!of || this[of]?.held.has(key)) return
    const isAgain = this.#heldOnce.has(name)
    if (!isClip) this.#inVain = false
    else if (isAgain) this.#inVain = true
    if (!isClip || isAgain || this.#inVain) return
    this.#heldOnce.add(name)
    this[of] = { ...this[of]!, held: new Set(this[of]!.held).add(key) }
    if (of === 'current') this.#heldUntil = this.#now() + LET_GO_MS
  }

  /** Lets time pass. `isReady`: nothing is missing in the upcoming group's windows. */
  tick(isReady: boolean): void {
    const now = this.#now()
    if (this.state === 'running') this.#shownMs += now - this.#tickedAt
    this.#tickedAt = now
    if (this.state === 'stopped') return
    if (!this.current) {
      this.#show(this.#groups()[0])
      return
    }
    if (this.#dueAt === undefined && this.state === 'running') {
      const after = this.remainingMs() <= PRELOAD_MS ? this.#after() : undefined
      if (after && !isSameGroup(after, this.current.group)) this.#preload(after)
      if (this.remainingMs() === 0) {
        if (this.upcoming ?? this.#wanted) this.#dueAt = now
        else this.#shownMs = 0
      }
    }
    if (this.current.held.size > 0 && now >= this.#heldUntil) {
      this.current = { ...this.current, held: NONE_HELD }
    }
    this.#begin()
    if (this.upcoming && this.#dueAt !== undefined && (isReady || now - this.#dueAt >= WAIT_MS)) {
      this.#bringUp()
    }
  }

  /** Until the next change, milliseconds. */
  remainingMs(): number {
    return Math.max(0, this.#setup.seconds * 1000 - this.#shownMs)
  }

  /** The change is due and waits for pictures. */
  isChanging(): boolean {
    return this.#dueAt !== undefined
  }

  /** Which group is shown, from 1, and how many there are. */
  place(): { number: number; count: number } {
    const groups = this.#groups()
    return {
      number: this.current ? numberOfGroup(groups, this.current.group) + 1 : 0,
      count: groups.length,
    }
  }

  #groups(): PollGroup[] {
    const { list, window, isShown } = this.#setup
    return pollGroups(list, window, isShown)
  }

  #after(): PollGroup | undefined {
    const { list, window, isShown } = this.#setup
    return this.current && groupAfter(list, window, this.current.group, isShown)
  }

  #isOnScreen({ sn, chnId }: PollChannel): boolean {
    return this.current?.group.places.some((place) => place.sn === sn && place.chnId === chnId) ?? false
  }

  /** Running players continue when the group is still the same. */
  #preload(group: PollGroup): void {
    if (isSameGroup(this.upcoming?.group ?? this.#wanted, group)) return
    this.#drop()
    this.#wanted = group
    this.#begin()
  }

  /** Begins the wanted group as soon as it may. */
  #begin(): void {
    const now = this.#now()
    if (!this.#wanted || now < this.#lettingGoUntil) return
    this.upcoming = this.#layerOf(this.#wanted)
    this.#wanted = undefined
    if (this.#dueAt !== undefined) this.#dueAt = now
  }

  #changeTo(group: PollGroup | undefined): void {
    if (this.state === 'stopped' || !group || !this.current) return
    if (isSameGroup(group, this.current.group)) {
      this.#shownMs = 0
      this.#drop()
      this.#dueAt = undefined
      return
    }
    this.#preload(group)
    this.#dueAt = this.#now()
  }

  #layerOf(group: PollGroup): PollLayer {
    return { id: ++this.#layers, group, held: NONE_HELD }
  }

  /** Gives the upcoming group up. */
  #drop(): void {
    if (this.upcoming) this.#lettingGoUntil = this.#now() + LET_GO_MS
    this.upcoming = undefined
    this.#wanted = undefined
  }

  #bringUp(): void {
    this.#lettingGoUntil = this.#now() + LET_GO_MS
    this.#heldUntil = this.#lettingGoUntil
    this.current = this.upcoming
    this.upcoming = undefined
    this.#dueAt = undefined
    this.#shownMs = 0
    for (const name of this.#heldOnce) {
      if (!name.startsWith(`${this.current?.id} `)) this.#heldOnce.delete(name)
    }
  }

  #show(group: PollGroup | undefined): void {
    this.#drop()
    if (this.current) this.#lettingGoUntil = this.#now() + LET_GO_MS
    this.current = group && this.#layerOf(group)
    this.#heldOnce.clear()
    this.#dueAt = undefined
    this.#shownMs = 0
  }
}
