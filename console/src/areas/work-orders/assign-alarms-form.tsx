import type { DataOut } from '@backlot/contract/call'
import { addWorkOrder, getWorkOrder, stepWorkOrder } from '@backlot/contract/work-orders/calls'
import { ORDER_LIMITS } from '@backlot/contract/work-orders/constants'
import { Button, Input, type InputRef, Modal, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useDiscardQuestion } from '../../components/use-discard-question.ts'
import { type AlarmsToAssign, open } from '../../features/open.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { queryClient } from '../../platform/query-client.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { useMayCall } from '../../session/may-call.ts'
import { AssigneeChoice, useAssignees } from './assignee-choice.tsx'
import { noteOrder, readOrderMemory } from './order-memory.ts'
import { OrderPriority } from './order-tags.tsx'
import { useOrderViewer } from './use-work-order.ts'
import './orders.css'

/** Steps from an order that was just assigned to a closed one; completing needs the text. */
const TO_CLOSED = ['start', 'finish', 'close'] as const

/**
 * Gives alarms one work order and its assignee: who had the last one, with a text that was written before at a press.
 * Who did the work already closes it in the same place, step by step as the platform wants it. The priority is that of
 * the alarms, the deadline follows from it.
 */
export function AssignAlarmsForm({ order, onClose }: { order: AlarmsToAssign; onClose: () => void }) {
  const t = useText('workOrders')
  const { userId, isAdministrator } = useOrderViewer()
  const mayStep = useMayCall()(stepWorkOrder)
  const maySee = useMayCall()(getWorkOrder)
  const [memory] = useState(() => readOrderMemory(localStorage, userId))
  const [first] = order.alarms
  const place = { sn: first?.sn ?? '' }
  const asked = useAssignees(place)
  const people = asked.data?.list ?? []
  const [chosen, setChosen] = useState<number>()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<'assign' | 'close'>()
  const box = useRef<InputRef>(null)
  const usual = [memory.assigneeId, userId].find((id) => people.some((one) => one.userId === id))
  const assigneeId = chosen ?? usual
  const isMine = assigneeId === userId || isAdministrator
  useEffect(() => (text === '' ? undefined : guardPage()), [text])
  const askToDiscard = useDiscardQuestion()

  const whyNotAssign = assigneeId === undefined && !asked.isLoading ? t('fault.assignee') : undefined
  const whyNotClose =
    whyNotAssign ??
    (!mayStep || !maySee
      ? t('whyNot.mayNot')
      : !isMine
        ? t('quick.notYours')
        : text.trim() === ''
          ? t('fault.words')
          : undefined)

  async function send(closes: boolean) {
    if (busy || assigneeId === undefined || (closes ? whyNotClose : whyNotAssign) !== undefined) return
    setBusy(closes ? 'close' : 'assign')
    let made: DataOut<typeof addWorkOrder> | undefined
    try {
      const alarms = await order.confirm()
      if (alarms.length === 0) return
      made = await request(addWorkOrder, {
        body: {
          title: (first?.title ?? '').slice(0, ORDER_LIMITS.title),
          content: closes ? '' : text.trim(),
          priority: order.priority as 1,
          assigneeId,
          alarms: alarms.map(({ id, sn, alarmSeq }) => ({
            sn,
            alarmSeq,
            ...(id === undefined ? {} : { id }),
          })),
        },
      })
      noteOrder(localStorage, userId, { assigneeId, text })
      if (closes) await closeOrder(made.id, text.trim())
      const name = people.find((one) => one.userId === assigneeId)?.name ?? ''
      const isTold = !closes && order.onAssigned({ ...made, assignee: name })
      if (!isTold)
        notify.success(t(closes ? 'quick.closed' : 'quick.assigned', { number: made.number, name }))
      onClose()
      order.onDone?.()
    } catch (error) {
      notify.error(errorText(error))
      if (!made) return
      // The order is there: what is left is done in it.
      onClose()
      order.onDone?.()
      if (maySee) open({ kind: 'workOrder', order: { id: made.id } })
    } finally {
      setBusy(undefined)
      void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
      void queryClient.invalidateQueries({ queryKey: ['alarms'] })
    }
  }

  const offered = [...memory.texts, t('quick.text.checked'), t('quick.text.phone'), t('quick.text.repaired')]
  const leave = () => {
    if (busy) return
    if (text === '') onClose()
    else askToDiscard(onClose)
  }
  return (
    <Modal
      open
      width={460}
      className="assign-alarms"
      title={t('quick.title', { count: order.alarms.length })}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && box.current?.focus()}
      footer={
        <>
          <Tooltip title={whyNotClose}>
            <Button
              disabled={whyNotClose !== undefined}
              loading={busy === 'close'}
              onClick={() => void send(true)}
            >
              {t('quick.close')}
            </Button>
          </Tooltip>
          <Tooltip title={whyNotAssign}>
            <Button
              type="primary"
              disabled={whyNotAssign !== undefined}
              loading={busy === 'assign' || asked.isLoading}
              onClick={() => void send(false)}
            >
              {t('quick.assign')}
            </Button>
          </Tooltip>
        </>
      }
    >
      <p className="assign-alarms-of">
        <OrderPriority priority={order.priority} />
        <span title={first?.title}>{first?.title}</span>
        {order.alarms.length > 1 && <b>{t('quick.more', { count: order.alarms.length - 1 })}</b>}
      </p>
      {order.confirms > 0 && (
        <p className="assign-alarms-note">{t('quick.confirms', { count: order.confirms })}</p>
      )}
      <label htmlFor="assign-alarms-who">{t('field.assignee')}</label>
      <AssigneeChoice id="assign-alarms-who" place={place} value={assigneeId} onChange={setChosen} />
      <label htmlFor="assign-alarms-text">{t('quick.words')}</label>
      <Input.TextArea
        id="assign-alarms-text"
        ref={box}
        rows={3}
        maxLength={ORDER_LIMITS.content}
        value={text}
        readOnly={busy !== undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat)
            void send(event.shiftKey)
        }}
      />
      <ul className="assign-alarms-texts" aria-label={t('quick.texts')}>
        {[...new Set(offered)].map((one) => (
          <li key={one}>
            <button type="button" title={one} aria-pressed={text === one} onClick={() => setText(one)}>
              {one}
            </button>
          </li>
        ))}
      </ul>
      <p className="assign-alarms-note">{t('quick.keys')}</p>
    </Modal>
  )
}

/** Takes an order that was just assigned to its end. Rejects with the platform's refusal of a step. */
async function closeOrder(id: number, content: string): Promise<void> {
  let { version } = await request(getWorkOrder, { query: { id } })
  for (const action of TO_CLOSED) {
    const body = { id, version, action, ...(action === 'finish' ? { content } : {}) }
    const reply = await request(stepWorkOrder, { body })
    version = reply.version
  }
}
