import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { useText } from '../language/language.ts'
import { closeTopDialog, isDialogOpen } from '../parts/close-dialog.ts'
import { isPageHeld } from '../platform/unsaved-changes.ts'
import { shown } from './message-bridge.tsx'

/**
 * What the browser's Back and Forward do while something is open: with a dialog over the screen they close it and the
 * address stays, so that dialogs need no entries of their own in the history. Otherwise asks before another screen
 * takes the place of one on which something was entered.
 */
export function LeaveGuard() {
  const t = useText('shell')
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
      closeTopDialog()
      return
    }
    const question = shown().modal.confirm({
      title: t('form.discardAsk'),
      content: t('form.discardHint'),
      okText: t('form.discard'),
      okButtonProps: { danger: true },
      cancelText: t('form.keepEditing'),
      autoFocusButton: 'cancel',
      onOk: blocker.proceed,
      onCancel: blocker.reset,
    })
    return () => question.destroy()
  }, [blocker])
  return null
}
