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
import { messages, noteUse } from './message.ts'
import type { Message, Severity } from './message-store.ts'
import { useQuietNow } from './use-quiet-now.ts'
import './message-line.css'

const MessagePanel = lazy(async () => ({ default: (await import('./message-panel.tsx')).MessagePanel }))

const ICONS = {
  success: CheckCircleFilled,
  info: InfoCircleFilled,
  warning: ExclamationCircleFilled,
  error: CloseCircleFilled,
} satisfies Record<Severity, unknown>

/** How many lines there are on the page: without one, messages float. */
const useLines = create<{ count: number }>(() => ({ count: 0 }))

export function SeverityIcon({ severity }: { severity: Severity }) {
  const Icon = ICONS[severity]
  return <Icon aria-hidden="true" />
}

/** The end of the line at the foot: the message of this moment, and the button that opens all of them. */
export function MessageLine() {
  const t = useText('shell')
  const isPhone = useIsPhone()
  const missed = messages.store(({ list }) => list.filter((one) => one.missed).length)
  const [isOpen, setOpen] = useState(false)
  const quiet = useQuietNow()
  useEffect(() => {
    if (isPhone) return
    useLines.setState(({ count }) => ({ count: count + 1 }))
    return () => useLines.setState(({ count }) => ({ count: count - 1 }))
  }, [isPhone])
  const counted = missed > 0 ? t('messages.missed', { count: missed }) : t('messages.title')
  const says = quiet ? `${counted}. ${t('messages.quietNow')}` : counted
  const open = (to: boolean) => {
    setOpen(to)
    // Those that were missed stay marked while the list is open.
    if (!to) messages.markSeen()
  }
  return (
    <div className="message-line">
      {!isPhone && <Shown />}
      <Popover
        trigger="click"
        placement="topRight"
        open={isOpen}
        onOpenChange={open}
        destroyOnHidden
        arrow={false}
        content={
          <Suspense fallback={<div className="message-panel" />}>
            <MessagePanel onLeave={() => open(false)} />
          </Suspense>
        }
      >
        <button
          type="button"
          className="message-open"
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

/** The message of this moment over the page, where the page has no line for it. */
export function FloatingMessage() {
  const hasLine = useLines(({ count }) => count > 0)
  useEffect(() => {
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, noteUse, { passive: true, capture: true })
    return () => {
      for (const event of events) window.removeEventListener(event, noteUse, { capture: true })
    }
  }, [])
  return hasLine ? null : (
    <div className="message-floating">
      <Shown />
    </div>
  )
}

function Shown() {
  const shown = messages.store((state) => state.shown)
  return (
    <div
      role="status"
      aria-live={shown?.severity === 'error' ? 'assertive' : 'polite'}
      className="message-said"
    >
      {shown && <OneMessage key={shown.id} message={shown} />}
    </div>
  )
}

function OneMessage({ message: { severity, content } }: { message: Message }) {
  const t = useText('shell')
  const text = typeof content === 'string' ? content : undefined
  return (
    <div className="message" data-severity={severity} title={text}>
      <SeverityIcon severity={severity} />
      <span className="message-text" lang={text === undefined ? undefined : langOf(text)}>
        {content}
      </span>
      <button
        type="button"
        className="message-close"
        aria-label={t('messages.close')}
        onClick={messages.close}
      >
        <CloseOutlined />
      </button>
    </div>
  )
}
