/** What a key does on a row that has the focus. */
export type RowMove = 'open' | 'previous' | 'next'

const MOVES: Readonly<Partial<Record<string, RowMove>>> = {
  Enter: 'open',
  ' ': 'open',
  ArrowUp: 'previous',
  ArrowDown: 'next',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** The move of a key; keys with Ctrl and the like belong to the browser, and one that is held opens once. */
export function moveOf({ key, repeat, altKey, ctrlKey, metaKey, shiftKey }: Pressed): RowMove | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined
  const move = MOVES[key]
  return move === 'open' && repeat ? undefined : move
}

/** What is pressed for itself, not for the row around it. */
const CONTROLS = 'a, button, input, label, select, textarea, summary, [role="button"], [role="switch"]'

/**
 * Whether a click is meant for the row: not for a control in it, nor for a list or picture that a control opened over the
 * page, and not the end of a selection of text.
 */
export function isClickForRow<Target extends { closest(selectors: string): unknown }>(
  target: Target,
  row: { contains(target: Target): boolean },
  selectedText: string,
): boolean {
  return selectedText === '' && row.contains(target) && target.closest(CONTROLS) === null
}
