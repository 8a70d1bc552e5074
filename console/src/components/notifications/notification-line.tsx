import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
  NotificationOutlined,
  PauseCircleOutlined,
} from '@ant-design/icons'
import { Popover } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { create } from 'zustand'
import { langOf } from '../../language/lang-of.ts'
import { useText } from '../../language/language.ts'
import { useIsPhone } from '../use-media-query.ts'
import type { Severity, UserNotification } from './notification-store.ts'
import { noteUse, notifications } from './notify.ts'
import { useQuietNow } from './use-quiet-now.ts'
import './notification-line.css'

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}))

const ICONS = {
  success: CheckCircleFilled,
  info: InfoCircleFilled,
  warning: ExclamationCircleFilled,
  error: CloseCircleFilled,
} satisfies Record<Severity, unknown>

/** How many lines there are on the page: without one, notifications float. */
const useLines = create<{ count: number }>(() => ({ count: 0 }))

export function SeverityIcon({ severity }: { severity: Severity }) {
  const Icon = ICONS[severity]
  return <Icon aria-hidden="true" />
}

/** The end of the line at the foot: the notification of this moment, and the button that opens all of them. */
export function NotificationLine() {
  const t = useText('shell')
  const isPhone = useIsPhone()
  const missed = notifications.store(({ list }) => list.filter((one) => one.missed).length)
  const [isOpen, setOpen] = useState(false)
  const quiet = useQuietNow()
  useEffect(() => {
    if (isPhone) return
    useLines.setState(({ count }) => ({ count: count + 1 }))
    return () => useLines.setState(({ count }) => ({ count: count - 1 }))
  }, [isPhone])
  const counted = missed > 0 ? t('notifications.missed', { count: missed }) : t('notifications.title')
  const says = quiet ? `${counted}. ${t('notifications.quietNow')}` : counted
  const open = (to: boolean) => {
    setOpen(to)
    // Those that were missed stay marked while the list is open.
    if (!to) notifications.markSeen()
  }
  return (
    <div className="notification-line">
      {!isPhone && <Shown />}
      <Popover
        trigger="click"
        placement="topRight"
        open={isOpen}
        onOpenChange={open}
        destroyOnHidden
        arrow={false}
        content={
          <Suspense fallback={<div className="notification-panel" />}>
            <NotificationPanel onLeave={() => open(false)} />
          </Suspense>
        }
      >
        <button
          type="button"
          className="notification-open"
          aria-label={says}
          aria-expanded={isOpen}
          title={says}
          data-missed={missed > 0}
        >
          {quiet ? <PauseCircleOutlined /> : <NotificationOutlined />}
          {missed > 0 && <b>{missed}</b>}
        </button>
      </Popover>
    </div>
  )
}

/** The notification of this moment over the page, where the page has no line for it. */
export function FloatingNotification() {
  const hasLine = useLines(({ count }) => count > 0)
  useEffect(() => {
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, noteUse, { passive: true, capture: true })
    return () => {
      for (const event of events) window.removeEventListener(event, noteUse, { capture: true })
    }
  }, [])
  return hasLine ? null : (
    <div className="notification-floating">
      <Shown />
    </div>
  )
}

function Shown() {
  const shown = notifications.store((state) => state.shown)
  return (
    <div
      role="status"
      aria-live={shown?.severity === 'error' ? 'assertive' : 'polite'}
      className="notification-said"
    >
      {shown && <OneNotification key={shown.id} notification={shown} />}
    </div>
  )
}

function OneNotification({ notification: { severity, content } }: { notification: UserNotification }) {
  const t = useText('shell')
  const text = typeof content === 'string' ? content : undefined
  return (
    <div className="notification" data-severity={severity} title={text}>
      <SeverityIcon severity={severity} />
      <span className="notification-text" lang={text === undefined ? undefined : langOf(text)}>
        {content}
      </span>
      <button
        type="button"
        className="notification-close"
        aria-label={t('notifications.close')}
        onClick={notifications.close}
      >
        <CloseOutlined />
      </button>
    </div>
  )
}
