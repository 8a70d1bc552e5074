/** Closes a dialog, drawer or enlarged picture of antd: its cross; of a question its first button, which cancels. */
const CLOSERS =
  '.ant-modal-close, .ant-drawer-close, .ant-image-preview-close, .ant-modal-confirm-btns > .ant-btn:first-child'

/** The dialog, drawer or picture that lies over everything else. One that is just going counts no more. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].findLast(
    (dialog) => dialog.checkVisibility() && !dialog.closest('[class*="-leave"]'),
  )
}

/** Open lists, menus and questions beside their owners. */
const POPUPS = '.ant-popover, .ant-select-dropdown, .ant-dropdown, .ant-picker-dropdown'

const isPopupOpen = (): boolean =>
  [...document.querySelectorAll(POPUPS)].some((popup) => popup.checkVisibility())

/** Does something at each Escape that no dialog, menu, list or question over the page takes, until the answered function is called. */
export function onFreeEscape(close: () => void): () => void {
  // A dialog that the key closes is gone by the time the event arrives here.
  let taken = false
  const look = () => {
    taken = isDialogOpen() || isPopupOpen()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !taken) close()
  }
  window.addEventListener('keydown', look, { capture: true })
  window.addEventListener('keydown', onKey)
  return () => {
    window.removeEventListener('keydown', look, { capture: true })
    window.removeEventListener('keydown', onKey)
  }
}

export const isDialogOpen = (): boolean => topDialog() !== undefined

/** Presses the cross of the dialog on top: one with entries asks first, one that must be answered stays. */
export function closeTopDialog(): void {
  const closer = topDialog()?.querySelector<HTMLElement>(CLOSERS)
  // A list that is open over the dialog closes where the mouse goes down outside it.
  closer?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  closer?.click()
}
