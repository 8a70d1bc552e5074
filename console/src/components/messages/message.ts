import type { ReactNode } from 'react'
import { z } from 'zod'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { isQuiet, type MessageKind, SILENCEABLE } from './message-kinds.ts'
import { createMessages, type Message, type Severity } from './message-store.ts'

/** Long enough to be read by who looks up late. */
const SECONDS = 5
const ERROR_SECONDS = 9

type Options = {
  content: ReactNode
  /** Replaces an earlier message with the same key. */
  key?: string
  /** Seconds on the line; 0: until it is closed. */
  duration?: number
  /** What it is about; left out: the answer to what the user just did. */
  kind?: MessageKind
}

const STORED_AS = 'messages'
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

/** Whether messages of a kind are listed without being shown, at this moment. */
export const isQuietNow = (kind: MessageKind): boolean => isQuiet(kind, useSettings.getState(), Date.now())

/** Messages of this page. Milliseconds are of the page's own clock. */
export const messages = createMessages({
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
messages.store.subscribe(({ list }, before) => {
  if (list === before.list || typeof sessionStorage === 'undefined') return
  const texts = list.filter(({ content }) => typeof content === 'string')
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(texts))
  } catch (error) {
    noteProblem('messages', String(error))
  }
})

/** What would replace a message by its key is over with its page. */
function readStored(): Message[] {
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
  messages.add({ severity, content, key, kind: kind ?? 'action', forMs: seconds * 1000 })
}

const isOptions = (told: ReactNode | Options): told is Options =>
  typeof told === 'object' && told !== null && 'content' in told

/** Tells the user something: on the line at the foot of the page, and in the list of messages. */
export const message = {
  success: say('success'),
  info: say('info'),
  warning: say('warning'),
  error: say('error'),
  /** Takes back the message with this key. */
  destroy: messages.remove,
}
