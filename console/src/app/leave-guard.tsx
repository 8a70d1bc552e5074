import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useText } from '../language/language.ts'
import { isPageHeld } from '../platform/unsaved-changes.ts'
import { shown } from './message-bridge.tsx'

/** Asks before another screen takes the place of one on which something was entered (the browser's Back, say). */
export function LeaveGuard() {
  const t = useText('shell')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isPageHeld() && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state, proceed, reset } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once each time that leaving is held up
  useEffect(() => {
    if (state !== 'blocked') return
    const question = shown().modal.confirm({
      title: t('form.discardAsk'),
      content: t('form.discardHint'),
      okText: t('form.discard'),
      okButtonProps: { danger: true },
      cancelText: t('form.keepEditing'),
      autoFocusButton: 'cancel',
      onOk: proceed,
      onCancel: reset,
    })
    return () => question.destroy()
  }, [state])
  return null
}
