import { Refused } from './api.ts'
import { h } from './dom.ts'
import { t } from './words.ts'

const GONE_MS = 6000

/** Where what was done, or refused, is said; read out by screen readers. */
export const sayings = h('div', { class: 'sayings', role: 'status', 'aria-live': 'polite' })

export function say(text: string, kind: 'good' | 'bad' = 'good'): void {
  const one = h('p', { class: kind }, text)
  sayings.append(one)
  while (sayings.childElementCount > 3) sayings.firstElementChild?.remove()
  setTimeout(() => one.remove(), GONE_MS)
}

export function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  return t('nobody.answers')
}

/** Does something and says how it went. Answers whether it was done. */
export async function attempt(
  act: () => Promise<unknown>,
  onRefused?: (error: Refused) => void,
): Promise<boolean> {
  try {
    await act()
    say(t('done'))
    return true
  } catch (error) {
    if (error instanceof Refused) onRefused?.(error)
    say(t('failed', { why: reasonOf(error) }), 'bad')
    return false
  }
}
