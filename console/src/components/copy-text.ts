/**
 * Copies a text, on pages over plain http too, which have no clipboard of their own, and where the browser refuses it.
 * Answers whether it worked. Call it while a press is handled: browsers let no page copy by itself.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyMarked(text)
  }
}

/** Copies out of a field that is there for a moment. */
function copyMarked(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // A dialog takes the focus back from whatever is outside of it.
  const dialog = focused?.closest('[role="dialog"]') ?? document.body
  dialog.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}
