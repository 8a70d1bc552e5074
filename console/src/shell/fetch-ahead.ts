import { allTexts, loadTexts } from '../language/language.ts'
import { noteProblem } from '../platform/diagnostics.ts'

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
  () => Promise.all([loadTexts(['palette']), import('./palette/palette.tsx')]),
  async () => {
    await Promise.all([loadTexts(TEXTS), import('./chinese-font.ts')])
    await drawAhead(allTexts(TEXTS))
  },
]

/**
 * Loads in idle time everything that is needed when the platform cannot be reached, and what must be there at the press of
 * a key. Answers a function that stops it.
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

/** The weights that texts of the console have. */
const WEIGHTS = ['400', '600']

/**
 * Draws texts out of sight, so that the browser fetches the pieces of a font that it would need for them, and no others: a
 * machine with a Chinese font of its own fetches none. Resolves when they are there.
 */
async function drawAhead(texts: readonly string[]): Promise<void> {
  const signs = [...new Set(texts.join(''))].join('')
  const box = document.createElement('div')
  box.ariaHidden = 'true'
  box.style.cssText = 'position: fixed; visibility: hidden; pointer-events: none; inset: 0 auto auto 0'
  for (const weight of WEIGHTS) {
    const line = document.createElement('div')
    line.style.fontWeight = weight
    line.textContent = signs
    box.append(line)
  }
  document.body.append(box)
  try {
    // Laid out now: only then are missing parts known.
    box.getBoundingClientRect()
    await document.fonts.ready
  } finally {
    box.remove()
  }
}
