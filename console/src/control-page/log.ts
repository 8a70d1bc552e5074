import { create } from 'zustand'

/** Entries that stay. */
const STORED_MAX = 5000
const RATE_MS = 2000

type Log<Entry> = {
  stored: readonly Entry[]
  /** Entries that arrived while it was paused. */
  waiting: readonly Entry[]
  /** How many were counted and not sent. */
  left: number
  isPaused: boolean
  /** Search text. */
  find: string
  recent: readonly { atMs: number; seen: number }[]
}

const isRecent = ({ atMs }: { atMs: number }) => performance.now() - atMs < RATE_MS

/** A log that is bounded whatever comes in. It stays while another section is looked at. */
export function createLog<Entry extends { n: number }>() {
  let lastN = 0
  const useLog = create<Log<Entry>>(() => ({
    stored: [],
    waiting: [],
    left: 0,
    isPaused: false,
    find: '',
    recent: [],
  }))
  return {
    useLog,
    add(list: readonly Entry[], seen: number, left: number): void {
      // Each listening counts from one.
      const fresh = list.map((entry) => ({ ...entry, n: ++lastN }))
      useLog.setState((log) => {
        const to = log.isPaused ? 'waiting' : 'stored'
        return {
          [to]: [...log[to], ...fresh].slice(-STORED_MAX),
          left: log.left + left,
          recent: [...log.recent.filter(isRecent), { atMs: performance.now(), seen }],
        }
      })
    },
    clear: () => useLog.setState({ stored: [], waiting: [], left: 0 }),
    pauseOrResume: () =>
      useLog.setState(({ isPaused, stored, waiting }) => ({
        isPaused: !isPaused,
        stored: [...stored, ...waiting].slice(-STORED_MAX),
        waiting: [],
      })),
    /** Entries a second, lately. */
    rate() {
      const recent = useLog.getState().recent.filter(isRecent)
      return Math.round(recent.reduce((sum, { seen }) => sum + seen, 0) / (RATE_MS / 1000))
    },
  }
}
