import type { LiveState } from '@backlot/contract/control/live-calls'
import { create } from 'zustand'

type Language = 'en' | 'zh'
type Theme = 'light' | 'dark'
type Saying = { id: number; text: string; isBad: boolean }
type Store = {
  language: Language
  theme: Theme
  /** Null: it has to be entered. */
  token: string | null
  /** Whether the platform refused the last token. */
  wasWrong: boolean
  /** The platform's last state, and when it came (ms of this page): in between its clock runs on by itself. */
  live: { state: LiveState; atMs: number } | undefined
  /** Whether the platform is heard; undefined before the first answer. */
  isHeard: boolean | undefined
  sayings: readonly Saying[]
}

/** The token is stored for the tab, the rest permanently. */
const TOKEN_KEY = 'backlot.control.token'
const LANGUAGE_KEY = 'backlot.control.language'
const THEME_KEY = 'backlot.control.theme'
const GONE_MS = 6000
const SAYINGS_MAX = 3

const oneOf = <T extends string>(stored: string | null, known: readonly T[]) =>
  known.find((one) => one === stored)

export const useControl = create<Store>(() => ({
  language:
    oneOf(localStorage.getItem(LANGUAGE_KEY), ['en', 'zh']) ??
    (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'),
  theme:
    oneOf(localStorage.getItem(THEME_KEY), ['light', 'dark']) ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  token: sessionStorage.getItem(TOKEN_KEY),
  wasWrong: false,
  live: undefined,
  isHeard: undefined,
  sayings: [],
}))

export function setLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language)
  useControl.setState({ language })
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme)
  useControl.setState({ theme })
}

export function setToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token)
  useControl.setState({ token, wasWrong: false })
}

export function tokenIsWrong(): void {
  sessionStorage.removeItem(TOKEN_KEY)
  useControl.setState({ token: null, wasWrong: true, isHeard: undefined })
}

/** Takes the token out of the address at once: neither history nor a bookmark keeps it. No server ever sees a fragment. */
export function takeTokenFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null) return
  history.replaceState(null, '', location.pathname + location.search)
  if (given !== '') setToken(given)
}

/** The platform's time now, epoch milliseconds. */
export function nowMs(): number {
  const { live } = useControl.getState()
  if (!live) return 0
  const { nowMs: then, rate } = live.state.clock
  return then + (performance.now() - live.atMs) * rate
}

let lastId = 0

/** Shows on the page, for a few seconds, an action or a refusal. */
export function say(text: string, isBad = false): void {
  const one = { id: ++lastId, text, isBad }
  useControl.setState(({ sayings }) => ({ sayings: [...sayings, one].slice(-SAYINGS_MAX) }))
  setTimeout(
    () => useControl.setState(({ sayings }) => ({ sayings: sayings.filter(({ id }) => id !== one.id) })),
    GONE_MS,
  )
}
