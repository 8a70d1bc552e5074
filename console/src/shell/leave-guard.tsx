import { useEffect, useRef } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { closeTopDialog, isDialogOpen } from '../components/close-dialog.ts'
import { useDiscardQuestion } from '../components/use-discard-question.ts'
import { isPageHeld } from '../platform/unsaved-changes.ts'

/**
 * Handles the browser's Back and Forward while something is open: with a dialog over the screen they close it and the
 * address stays, so that dialogs need no entries in the history. Otherwise asks before another screen replaces one with
 * unsaved entries.
 */
export function LeaveGuard() {
  const askToDiscard = useDiscardQuestion()
  const { pathname, search } = useLocation()
  const closing = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    closing.current = historyAction === 'POP' && isDialogOpen()
    return closing.current || (isPageHeld() && currentLocation.pathname !== nextLocation.pathname)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that leaving is held up
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (closing.current) {
      blocker.reset()
      // The router takes the step back a moment later; a dialog that is in the address must not change it before that.
      if (location.hash === `#${pathname}${search}`) closeTopDialog()
      else addEventListener('popstate', closeTopDialog, { once: true })
      return
    }
    const question = askToDiscard(blocker.proceed, blocker.reset)
    return () => question.destroy()
  }, [blocker])
  return null
}
