import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTreeState } from '../../features/device-tree/device-store.ts'
import { platformNow } from '../../platform/clock.ts'
import { type ReplayAddress, readLink, readReplay, writeReplay } from './replay-url.ts'

/** Span that the replay button of a live window opens: the last minutes. */
const BEFORE_NOW_MS = 5 * 60_000
/** Interval of writing the playback's moment. Browsers refuse more than some hundred changes in ten seconds. */
const WRITE_EVERY_MS = 1000

/** Both paths of the screen end so. */
const REPLAY_PATH = '/videoReplay'

type ReplayPlace = {
  /** Plays a camera from a moment. */
  open: (what: { sn: string; chnId?: number }, atMs: number) => void
  restore: (address: ReplayAddress) => void
  /** Current state. */
  current: () => ReplayAddress
}

/**
 * Opens the address once the tree is there, and keeps the shown state in it, so that a reload, a link or the back
 * button finds it again. The entry of the history stays one: it is replaced.
 */
export function useReplayAddress({ open, restore, current }: ReplayPlace): void {
  const [params, setParams] = useSearchParams()
  const isTreeThere = useTreeState() === 'ready'
  // The replay stays visible until the next screen is there: the address is that one's by then.
  const isReady = useLocation().pathname.endsWith(REPLAY_PATH) && isTreeThere
  const key = params.toString()
  const shown = useRef(params)
  shown.current = params
  /** The address that was read or written last. */
  const known = useRef<string>(undefined)

  useEffect(() => {
    if (!isReady || known.current === key) return
    known.current = key
    const link = readLink(params)
    if (link) {
      const { fromMs, ...what } = link
      open(what, fromMs ?? platformNow() - BEFORE_NOW_MS)
      return
    }
    const address = readReplay(params)
    if (address) restore(address)
  }, [isReady, key, params, open, restore])

  const write = (withMoment: boolean) => {
    // An address that was not read yet is not written over.
    if (!isReady || known.current !== shown.current.toString()) return
    const next = writeReplay(shown.current, current())
    if (isSame(next, shown.current, withMoment)) return
    known.current = next.toString()
    setParams(next, { replace: true })
  }
  const writeNow = useRef(write)
  writeNow.current = write
  // The moment runs on by itself: it is noted now and then, all else at once.
  useEffect(() => writeNow.current(false))
  useEffect(() => {
    const timer = setInterval(() => writeNow.current(true), WRITE_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}

function isSame(a: URLSearchParams, b: URLSearchParams, withMoment: boolean): boolean {
  const [one, other] = [new URLSearchParams(a), new URLSearchParams(b)]
  if (!withMoment) for (const params of [one, other]) params.delete('at')
  return one.toString() === other.toString()
}
