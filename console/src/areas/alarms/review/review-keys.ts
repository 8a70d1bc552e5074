import type { ReviewResult } from './review-alarms.ts'

/** What a key does on the focused row of alarms. */
export type ReviewAct = ReviewResult | 'order'
export type ReviewKey = ReviewAct | 'next' | 'previous'

/** The letter of each act, as tooltips and the help line say it. */
export const REVIEW_LETTERS: Readonly<Record<ReviewAct, string>> = { confirm: 'C', misjudge: 'M', order: 'W' }

const KEYS: Readonly<Record<string, ReviewKey>> = {
  c: 'confirm',
  m: 'misjudge',
  w: 'order',
  j: 'next',
  k: 'previous',
  arrowdown: 'next',
  arrowup: 'previous',
}

/** Where letters are typed, or chosen by. */
const TYPED_IN = 'input:not([type="checkbox"]), textarea, select, [role="combobox"], [contenteditable="true"]'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
> & {
  target: unknown
}

/** What a pressed key does; undefined where it is typed, has a modifier, or belongs to something else. */
export function reviewKeyOf(event: Pressed): ReviewKey | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event
  if (ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return undefined
  if ((target as Element | null)?.closest?.(TYPED_IN)) return undefined
  const act = KEYS[event.key.toLowerCase()]
  // A key that is held walks on, and processes once.
  return event.repeat && act !== 'next' && act !== 'previous' ? undefined : act
}
