import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  CommentOutlined,
  EditOutlined,
  FileAddOutlined,
  LockOutlined,
  PlayCircleOutlined,
  RollbackOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { OrderChange, OrderEvent } from '@backlot/contract/work-orders/entities'
import { Image, Timeline } from 'antd'
import type { ReactElement } from 'react'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import { type OrderText, priorityName, stateName } from './order-names.ts'

const ICONS: Record<OrderEvent['action'], ReactElement> = {
  create: <FileAddOutlined />,
  take: <UserOutlined />,
  assign: <UserOutlined />,
  start: <PlayCircleOutlined />,
  finish: <CheckCircleOutlined />,
  sendBack: <RollbackOutlined />,
  close: <LockOutlined />,
  reject: <CloseCircleOutlined />,
  edit: <EditOutlined />,
  comment: <CommentOutlined />,
}

/** Actions and comments, oldest first: who, when, from which state to which. */
export function OrderHistory({ history }: { history: readonly OrderEvent[] }) {
  const t = useText('workOrders')
  return (
    <section aria-label={t('history')}>
      <h3>{t('history')}</h3>
      <Timeline
        className="order-history"
        items={history.map((event) => ({
          key: event.id,
          icon: ICONS[event.action],
          content: <HistoryLine event={event} />,
        }))}
      />
    </section>
  )
}

function HistoryLine({ event }: { event: OrderEvent }) {
  const t = useText('workOrders')
  const moved = event.fromState !== null && event.fromState !== event.toState
  return (
    <article className="order-event" data-action={event.action}>
      <header>
        <strong>{event.userName}</strong> {t(`did.${event.action}`)}
        {moved && event.fromState !== null && (
          <span className="order-quiet">
            {t(`state.${stateName(event.fromState)}`)} → {t(`state.${stateName(event.toState)}`)}
          </span>
        )}
        <time>{formatTime(event.time)}</time>
      </header>
      {event.content !== '' && <p>{event.content}</p>}
      {event.changes.map((change) => (
        <p key={change.field} className="order-change">
          {t(`field.${change.field}`)}: <del>{changeText(change, change.from, t)}</del> →{' '}
          <ins>{changeText(change, change.to, t)}</ins>
        </p>
      ))}
      <OrderPictures paths={event.pictures} />
    </article>
  )
}

function changeText({ field }: OrderChange, value: string, t: OrderText): string {
  if (field === 'deadline') return value === '' ? t('noDeadline') : formatTime(Number(value)).slice(0, 16)
  if (field === 'priority') return t(`priority.${priorityName(Number(value))}`)
  if (field === 'assignee' && value === '') return t('nobody')
  return value === '' ? '–' : value
}

const SIDE_PX = 84

/** Pictures of a line of the history; a click shows them large, one after the other. */
function OrderPictures({ paths }: { paths: readonly string[] }) {
  const t = useText('workOrders')
  if (paths.length === 0) return null
  return (
    <Image.PreviewGroup>
      <span className="order-pictures">
        {paths.map((path, index) => (
          <Image
            key={path}
            width={SIDE_PX}
            height={SIDE_PX * 0.66}
            src={platformAddress(path)}
            alt={t('pictures.nth', { n: index + 1 })}
          />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}
