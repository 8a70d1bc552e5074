/** Where Enter that is held down types. */
const TYPING = 'textarea, [contenteditable="true"]'

/**
 * Enter that is held down presses once. Browsers press the focused button again with every repeat of the key, and by
 * then the focus is in the dialog that the first press opened: its close button would be pressed. Keys that are held on
 * purpose (PTZ, talk) listen to the key itself, which still comes.
 */
export function pressOnce(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== 'Enter') return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    event.preventDefault()
  }
  window.addEventListener('keydown', press, { capture: true })
  return () => window.removeEventListener('keydown', press, { capture: true })
}
