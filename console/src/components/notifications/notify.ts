import type { ReactNode } from 'react'
import { z } from 'zod'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { isQuiet, type NotificationKind, SILENCEABLE } from './notification-kinds.ts'
import { createNotifications, type Severity, type UserNotification } from './notification-store.ts'

/** Long enough to be read by who looks up late. */
const SECONDS = 5
const ERROR_SECONDS = 9

type Options = {
  content: ReactNode
  /** Replaces an earlier notification with the same key. */
  key?: string
  /** Seconds on the line; 0: until it is closed. */
  duration?: number
  /** What it is about; left out: the answer to what the user just did. */
  kind?: NotificationKind
}

const STORED_AS = 'notifications'
const Stored = z.array(
  z.object({
    id: z.number(),
    kind: z.enum([...SILENCEABLE, 'action', 'sos']),
    severity: z.enum(['success', 'info', 'warning', 'error']),
    content: z.string(),
    at: z.number(),
    missed: z.boolean(),
  }),
)

let usedMs = 0
export const noteUse = () => {
  usedMs = performance.now()
}

/** Whether notifications of a kind are listed without being shown, at this moment. */
export const isQuietNow = (kind: NotificationKind): boolean =>
  isQuiet(kind, useSettings.getState(), Date.now())

/** Notifications of this page. Milliseconds are of the page's own clock. */
export const notifications = createNotifications({
  nowMs: () => performance.now(),
  platformSeconds: () => Math.floor(platformNow() / 1000),
  quiet: () => {
    const { quietKinds, quietUntilMs } = useSettings.getState()
    return { quietKinds, quietUntilMs: quietUntilMs - Date.now() + performance.now() }
  },
  usedMs: () => (document.hidden ? Number.NEGATIVE_INFINITY : usedMs),
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  earlier: readStored(),
})

// A reload loses none of what was missed. Contents with buttons belong to their page.
notifications.store.subscribe(({ list }, before) => {
  if (list === before.list || typeof sessionStorage === 'undefined') return
  const texts = list.filter(({ content }) => typeof content === 'string')
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(texts))
  } catch (error) {
    noteProblem('notifications', String(error))
  }
})

/** What would replace a notification by its key is over with its page. */
function readStored(): UserNotification[] {
  const text = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(STORED_AS)
  if (text === null) return []
  try {
    return Stored.parse(JSON.parse(text)).map((one) => ({ ...one, key: undefined }))
  } catch {
    return []
  }
}

const say = (severity: Severity) => (told: ReactNode | Options) => {
  const { content, key, duration, kind } = isOptions(told) ? told : { content: told }
  const seconds = duration ?? (severity === 'error' ? ERROR_SECONDS : SECONDS)
  notifications.add({ severity, content, key, kind: kind ?? 'action', forMs: seconds * 1000 })
}

const isOptions = (told: ReactNode | Options): told is Options =>
  typeof told === 'object' && told !== null && 'content' in told

/** Tells the user something: on the line at the foot of the page, and in the list of notifications. */
export const notify = {
  success: say('success'),
  info: say('info'),
  warning: say('warning'),
  error: say('error'),
  /** Takes back the notification with this key. */
  destroy: notifications.remove,
}
