import { allTexts, loadTexts } from '../language/language.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { drawAhead } from './draw-ahead.ts'

/** Delay in browsers without idle callbacks. */
const LATER_MS = 3000

/** Texts about an outage. */
const TEXTS = ['shell', 'session', 'errors'] as const

/** Texts for an SOS that waits for an answer. */
const SOS_TEXTS = ['sos', 'alarms', 'alarmDetail', 'video', 'talk'] as const

const PARTS = [
  () => import('../features/connection/diagnostics-drawer.tsx'),
  () => import('../areas/session/sign-in-screen.tsx'),
  () => import('../areas/alarms/sos/sos-card.tsx'),
  () => loadTexts(SOS_TEXTS),
  async () => {
    await Promise.all([loadTexts(TEXTS), import('./chinese-font.ts')])
    await drawAhead(allTexts(TEXTS))
  },
]

/**
 * Loads in idle time everything that is needed when the platform cannot be reached. Answers a function that stops it.
 */
export function fetchAhead(): () => void {
  const fetchAll = () => {
    for (const load of PARTS) load().catch((error: unknown) => noteProblem('page', String(error)))
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, LATER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchAll)
  return () => cancelIdleCallback(handle)
}
