import type { PollChannel } from '@backlot/contract/preplans/entities'
import {
  groupAfter,
  groupBefore,
  type IsShown,
  isSameGroup,
  numberOfGroup,
  type PollGroup,
  pollGroups,
} from '../../parts/channel-list/poll-groups.ts'

/** The next group's players start so long before the change: a first picture takes one or two seconds. */
export const PRELOAD_MS = 6_000
/** A next group that has not all its pictures keeps the present one on the screen for so long. */
export const WAIT_MS = 6_000

/** A group on the screen or behind it. A number of its own keeps its players when it comes to the front. */
export type PollLayer = { id: number; group: PollGroup }

export type PollSetup = {
  list: readonly PollChannel[]
  window: number
  seconds: number
  isShown: IsShown
}

/**
 * When which group of a polling is shown. Pure: the owner brings the time and ticks some times a second, draws `current`
 * over `upcoming`, and says whether every window of the upcoming group has its picture (or will have none).
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

  constructor(now: () => number) {
    this.#now = now
  }

  /** Changes what is polled. A group on the screen stays as far as it still fits. */
  setUp(setup: PollSetup): void {
    const before = this.#setup
    this.#setup = setup
    const same = before.list === setup.list && before.window === setup.window
    if (this.state === 'stopped' || same || !this.current) return
    this.upcoming = undefined
    this.#dueAt = undefined
    const shown = this.#groups().find(({ places }) => places.some((place) => this.#isOnScreen(place)))
    const group = shown ?? this.#groups()[0]
    if (!group) this.current = undefined
    else if (!isSameGroup(group, this.current.group)) this.current = { ...this.current, group }
    else this.current.group = group
  }

  start(): void {
    this.state = 'running'
    this.#tickedAt = this.#now()
    this.#show(this.#groups()[0])
  }

  stop(): void {
    this.state = 'stopped'
    this.current = undefined
    this.upcoming = undefined
    this.#dueAt = undefined
  }

  /** The present group stays; its video goes on. */
  pause(): void {
    if (this.state !== 'running') return
    this.tick(false)
    this.state = 'paused'
    if (this.#dueAt === undefined) this.upcoming = undefined
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
        if (this.upcoming) this.#dueAt = now
        else this.#shownMs = 0
      }
    }
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

  /** Players that have begun go on when the group is the same still. */
  #preload(group: PollGroup): void {
    if (isSameGroup(this.upcoming?.group, group)) return
    this.upcoming = { id: ++this.#layers, group }
  }

  #changeTo(group: PollGroup | undefined): void {
    if (this.state === 'stopped' || !group || !this.current) return
    if (isSameGroup(group, this.current.group)) {
      this.#shownMs = 0
      this.upcoming = undefined
      this.#dueAt = undefined
      return
    }
    this.#preload(group)
    this.#dueAt = this.#now()
  }

  #bringUp(): void {
    this.current = this.upcoming
    this.upcoming = undefined
    this.#dueAt = undefined
    this.#shownMs = 0
  }

  #show(group: PollGroup | undefined): void {
    this.current = group && { id: ++this.#layers, group }
    this.upcoming = undefined
    this.#dueAt = undefined
    this.#shownMs = 0
  }
}
