import { useCallback, useEffect, useRef, useState } from 'react'
import { channelKey } from '../../features/channel-list/polling-groups.ts'
import type { LiveSnapshot } from '../../features/player/live-snapshot.ts'
import type { PlayerState } from '../../features/player/player-policy.ts'
import { type PollLayer, PollPolicy, type PollSetup } from './polling-policy.ts'

const TICK_MS = 200
/** Delay after a first picture was decoded until it has been drawn, also where the machine is busy. */
const DRAWN_AFTER_MS = 400
/** A window that needs not be waited for. */
const SETTLED: ReadonlySet<PlayerState> = new Set(['playing', 'no-signal', 'failed'])

/** Drawn state of a polling. */
type PollView = {
  state: PollPolicy['state']
  current: PollLayer | undefined
  upcoming: PollLayer | undefined
  /** Full seconds until the next change. */
  remaining: number
  changing: boolean
  /** Which group is shown, from 1. */
  number: number
  count: number
}

export type Poll = PollView & {
  act(action: 'start' | 'stop' | 'pause' | 'resume' | 'next' | 'previous'): void
  /** Goes to the group that a place of the list falls into. */
  goTo(at: number): void
  onPlayer(layer: number, key: string, player: Pick<LiveSnapshot, 'state' | 'source'>): void
}

/** Runs a polling; begins by itself when there is something to poll. */
export function usePoll(setup: PollSetup, autoStart: boolean): Poll {
  const [policy] = useState(() => new PollPolicy(() => performance.now()))
  const [view, setView] = useState<PollView>(() => viewOf(policy))
  /** Since when players have been settled, by layer and channel. */
  const settled = useRef(new Map<string, number>())

  const redraw = useCallback(() => {
    setView((before) => {
      const after = viewOf(policy)
      return isSameView(before, after) ? before : after
    })
  }, [policy])

  useEffect(() => {
    policy.setUp(setup)
    redraw()
  }, [policy, redraw, setup])

  const canStart = autoStart && setup.list.length > 0
  useEffect(() => {
    if (!canStart) return
    policy.start()
    redraw()
    return () => {
      policy.stop()
      redraw()
    }
  }, [policy, redraw, canStart])

  useEffect(() => {
    const timer = setInterval(() => {
      const layer = policy.upcoming
      const isReady =
        layer?.group.places.every((place) => {
          const key = channelKey(place)
          const since = settled.current.get(`${layer.id} ${key}`)
          return layer.held.has(key) || (since !== undefined && performance.now() - since >= DRAWN_AFTER_MS)
        }) ?? false
      policy.tick(isReady)
      redraw()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [policy, redraw])

  // A page that is left holds no streams; one that comes back from the browser's cache continues.
  useEffect(() => {
    let was: PollPolicy['state'] = 'stopped'
    const leave = () => {
      was = policy.state
      policy.stop()
      redraw()
    }
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted || was === 'stopped') return
      policy.start()
      redraw()
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [policy, redraw])

  const act = useCallback<Poll['act']>(
    (action) => {
      policy[action]()
      redraw()
    },
    [policy, redraw],
  )
  const goTo = useCallback<Poll['goTo']>(
    (at) => {
      policy.goTo(at)
      redraw()
    },
    [policy, redraw],
  )
  const onPlayer = useCallback<Poll['onPlayer']>(
    (layer, key, { state, source }) => {
      const name = `${layer} ${key}`
      if (!SETTLED.has(state)) settled.current.delete(name)
      else if (!settled.current.has(name)) settled.current.set(name, performance.now())
      if (source === undefined) return
      policy.gotStream(layer, key, source === 'clip')
      redraw()
    },
    [policy, redraw],
  )
  // Layers that are gone are forgotten.
  useEffect(() => {
    const kept = [view.current?.id, view.upcoming?.id]
    for (const key of settled.current.keys()) {
      if (!kept.includes(Number(key.slice(0, key.indexOf(' '))))) settled.current.delete(key)
    }
  }, [view.current?.id, view.upcoming?.id])

  return { ...view, act, goTo, onPlayer }
}

function viewOf(policy: PollPolicy): PollView {
  return {
    state: policy.state,
    current: policy.current,
    upcoming: policy.upcoming,
    remaining: Math.ceil(policy.remainingMs() / 1000),
    changing: policy.isChanging(),
    ...policy.place(),
  }
}

function isSameView(a: PollView, b: PollView): boolean {
  return (Object.keys(a) as (keyof PollView)[]).every((key) => a[key] === b[key])
}
