/**
 * Number of elements that last had the focus and are remembered: the opener of a dialog, and the opener of that (a
 * menu's button).
 */
const KEPT = 8

const openDialog = () =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].findLast((dialog) =>
    dialog.checkVisibility(),
  )

type Focused = { element: HTMLElement; dialog: Element | null }

/**
 * Returns the focus to the opener of a dialog, drawer or picture when this is removed from the page: antd only does so
 * for those that stay in it closed. Where the opener is gone too, the element that had the focus before it gets it;
 * with another dialog still open only one of that. Answers a function that stops it.
 */
export function giveFocusBack(): () => void {
  /** The newest at the end, one for each dialog. */
  let before: Focused[] = []
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const dialog = target.closest('[role="dialog"]')
    // Tab goes over the page's edge on its way round in a dialog, which fetches it back.
    if (!dialog && openDialog()) return
    const others = before.filter((one) => one.element !== target && (!dialog || one.dialog !== dialog))
    before = [...others, { element: target, dialog }].slice(-KEPT)
  }
  const observer = new MutationObserver(() => {
    const last = before.at(-1)
    const isLost = document.activeElement === document.body && last?.dialog && !last.element.isConnected
    if (!isLost) return
    const open = openDialog()
    const opener = before.findLast(
      ({ element }) => element.isConnected && element.checkVisibility() && (!open || open.contains(element)),
    )
    opener?.element.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', onFocus)
  // The places of dialogs are children of the body.
  observer.observe(document.body, { childList: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
