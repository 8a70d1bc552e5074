import type { ReactNode } from 'react'
import { create } from 'zustand'
import { isQuiet, type NotificationKind, type Quiet } from './notification-kinds.ts'

export type Severity = 'success' | 'info' | 'warning' | 'error'

/** A notification to the user, in the language of that moment. */
export type UserNotification = {
  id: number
  /** Replaces an earlier notification with the same key. */
  key: string | undefined
  kind: NotificationKind
  severity: Severity
  content: ReactNode
  /** Seconds, platform time. */
  at: number
  /** Nobody can have read it: see `createNotifications`. */
  missed: boolean
}

type State = {
  /** On the line at the foot; undefined: none. */
  shown: UserNotification | undefined
  /** Newest first, the shown one too. */
  list: readonly UserNotification[]
}

export type NewNotification = Pick<UserNotification, 'severity' | 'content'> & {
  key?: string | undefined
  kind: NotificationKind
  /** Milliseconds on the line; 0: until it is closed. */
  forMs: number
}

type Deps = {
  nowMs(): number
  /** Seconds, platform time. */
  platformSeconds(): number
  quiet(): Quiet
  /** Milliseconds of `nowMs` at which the user last used the page. */
  usedMs(): number
  later(run: () => void, ms: number): () => void
  /** The list of an earlier page of this tab. */
  earlier?: readonly UserNotification[]
}

/** Older ones are dropped. */
const LISTED_MAX = 200
/** What gives way to a newer notification sooner than this was not read. */
const READ_MS = 1500

/**
 * Notifications of the page: one on the line at its foot, all in a list. A notification counts as missed if its kind is silenced,
 * if a newer one took its place at once, or if nobody used the page while it was shown. The answer to an action that
 * succeeded is never missed.
 */
export function createNotifications(deps: Deps) {
  const { earlier = [] } = deps
  const store = create<State>(() => ({ shown: undefined, list: earlier }))
  let lastId = Math.max(0, ...earlier.map(({ id }) => id))
  let sinceMs = 0
  let stop = () => {}

  const change = (id: number, to: Partial<UserNotification>) =>
    store.setState(({ shown, list }) => ({
      list: list.map((one) => (one.id === id ? { ...one, ...to } : one)),
      shown: shown?.id === id ? { ...shown, ...to } : shown,
    }))
  const matters = ({ kind, severity }: UserNotification) => kind !== 'action' || severity !== 'success'
  const leave = (isRead: boolean) => {
    stop()
    const { shown } = store.getState()
    if (!shown) return
    if (!isRead && matters(shown)) change(shown.id, { missed: true })
    store.setState({ shown: undefined })
  }
  const wasRead = () => deps.usedMs() >= sinceMs
  const over = () => leave(wasRead())
  const show = (notification: UserNotification, forMs: number) => {
    stop()
    sinceMs = deps.nowMs()
    store.setState({ shown: notification })
    stop = forMs > 0 ? deps.later(over, forMs) : () => {}
  }

  return {
    store,
    /** Shows a notification, and lists it. */
    add({ forMs, key, ...rest }: NewNotification): void {
      const { shown, list } = store.getState()
      const old = key === undefined ? undefined : list.find((one) => one.key === key)
      const missed = isQuiet(rest.kind, deps.quiet(), deps.nowMs())
      const notification: UserNotification = {
        ...rest,
        key,
        id: ++lastId,
        at: deps.platformSeconds(),
        missed,
      }
      if (shown && shown.id !== old?.id && !missed) leave(wasRead() && deps.nowMs() - sinceMs >= READ_MS)
      store.setState((state) => ({
        list: [notification, ...state.list.filter(({ id }) => id !== old?.id)].slice(0, LISTED_MAX),
      }))
      if (!missed) show(notification, forMs)
    },
    /** Takes the notification with this key away, from the list too: what it says is over. */
    remove(key: string): void {
      const { shown } = store.getState()
      if (shown?.key === key) {
        stop()
        store.setState({ shown: undefined })
      }
      store.setState(({ list }) => ({ list: list.filter((one) => one.key !== key) }))
    },
    /** The user closed the notification on the line. */
    close: () => leave(true),
    /** The list was opened: nothing in it is missed any more. */
    markSeen: () =>
      store.setState(({ list }) => ({
        list: list.some((one) => one.missed) ? list.map((one) => ({ ...one, missed: false })) : list,
      })),
    /** Empties list and line. */
    clear: () => {
      stop()
      store.setState({ shown: undefined, list: [] })
    },
  }
}
