import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { DataOut } from '@backlot/contract/call'
import {
  addPushWork,
  deletePushWork,
  getPushPlan,
  getPushWork,
  setPushPlan,
} from '@backlot/contract/device-config/calls'
import { DEVICE_RULES_MAX, PUSH_AT_ONCE } from '@backlot/contract/device-config/constants'
import type { PushPlan } from '@backlot/contract/device-config/entities'
import type { Channel } from '@backlot/contract/devices/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { orderDevice } from '../../platform/device-order.ts'
import { CONFIG_KEY } from './config-key.ts'
import { minuteText } from './minute-input.tsx'
import { PushPlanForm } from './push-plan-form.tsx'
import { PushWorkForm } from './push-work-form.tsx'

/** Interval of loading the state of pushes while one is executed. */
const LOOK_AGAIN_MS = 2000
type Work = DataOut<typeof getPushWork>['list'][number]
type Props = { sn: string; channels: readonly Channel[] }

/** Channels that a device pushes to others, and the hours in which it does. */
export function PushTab({ sn, channels }: Props) {
  const t = useText('deviceConfig')
  const client = useQueryClient()
  const [form, setForm] = useState<'plan' | 'work'>()
  const key = [CONFIG_KEY, 'push', sn]
  const held = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const [plans, works] = await Promise.all([
        request(getPushPlan, { body: { sn }, signal }),
        request(getPushWork, { body: { sn }, signal }),
      ])
      return { plans: plans.list, works: works.list }
    },
    refetchInterval: ({ state }) =>
      state.data?.works.some((work) => work.state === 'executing') ? LOOK_AGAIN_MS : false,
    retry: false,
    gcTime: 0,
  })
  if (held.isPending) return <Skeleton active />
  // One answer that was missed takes neither the list nor an open form away.
  if (!held.data) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t('unread')}
        description={errorText(held.error)}
        action={<Button onClick={() => void held.refetch()}>{t('retry')}</Button>}
      />
    )
  }
  const { plans, works } = held.data

  const attempt = async (order: Promise<unknown>) => {
    try {
      await order
      notify.success(t('saved'))
      setForm(undefined)
      await client.invalidateQueries({ queryKey: key })
    } catch (error) {
      notify.error(errorText(error))
    }
  }
  const setPlans = (list: PushPlan[]) => attempt(orderDevice(setPushPlan, { sn, config: { list } }))
  const freeId = Array.from({ length: DEVICE_RULES_MAX }, (_, i) => i + 1).find(
    (id) => !plans.some((plan) => plan.id === id),
  )
  const nameOf = (work: Work) =>
    channels.find(({ chnId }) => chnId === work.chnId)?.name ?? String(work.chnId)
  const planName = (id: number) =>
    id === PUSH_AT_ONCE ? t('atOnce') : (plans.find((plan) => plan.id === id)?.name ?? '')
  const days = (plan: PushPlan) =>
    plan.weekdays.length === 7
      ? t('everyDay')
      : plan.weekdays.map((day) => t(`day.${day}` as TextKey<'deviceConfig'>)).join(' ')

  return (
    <div className="config-push">
      <h4>{t('plans')}</h4>
      {plans.length === 0 && <p className="config-quiet">{t('noPlans')}</p>}
      <ul>
        {plans.map((plan) => (
          <li key={plan.id} className="config-box">
            <strong>{plan.name}</strong>
            <span>{days(plan)}</span>
            <span className="config-number">
              {minuteText(plan.fromMinute)}–{minuteText(plan.toMinute)}
            </span>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('removePlan', { name: plan.name })}
              onClick={() => void setPlans(plans.filter(({ id }) => id !== plan.id))}
            />
          </li>
        ))}
      </ul>
      {form === 'plan' && freeId !== undefined ? (
        <PushPlanForm
          onCancel={() => setForm(undefined)}
          onSave={(plan) => setPlans([...plans, { ...plan, id: freeId }])}
        />
      ) : (
        <Button icon={<PlusOutlined />} disabled={freeId === undefined} onClick={() => setForm('plan')}>
          {t('addPlan')}
        </Button>
      )}
      <h4>{t('works')}</h4>
      {works.length === 0 && <p className="config-quiet">{t('noWorks')}</p>}
      <ul>
        {works.map((work) => (
          <li key={work.id} className="config-box">
            <strong>{nameOf(work)}</strong>
            <span>{t(`stream.${work.streamType}`)}</span>
            <span className="config-url" title={work.url}>
              {work.url}
            </span>
            <span>{planName(work.planId)}</span>
            <WorkState work={work} />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('removeWork', { name: nameOf(work) })}
              onClick={() => void attempt(orderDevice(deletePushWork, { sn, id: work.id }))}
            />
          </li>
        ))}
      </ul>
      {form === 'work' ? (
        <PushWorkForm
          channels={channels}
          plans={plans}
          onCancel={() => setForm(undefined)}
          onSave={(work) => attempt(orderDevice(addPushWork, { sn, work }))}
        />
      ) : (
        <Button
          icon={<PlusOutlined />}
          disabled={works.length >= DEVICE_RULES_MAX}
          onClick={() => setForm('work')}
        >
          {t('addWork')}
        </Button>
      )}
    </div>
  )
}

const STATE_COLOURS = { connecting: 'processing', pushing: 'success', failed: 'error' } as const

/** Whether a work is executed, and the progress of its push where the platform reports it. */
function WorkState({ work: { state, progress } }: { work: Work }) {
  const t = useText('deviceConfig')
  if (state !== 'executing' || !progress) {
    return <Tag color={state === 'executing' ? 'processing' : 'default'}>{t(`state.${state}`)}</Tag>
  }
  const { reason, retrySeconds, failures } = progress
  return (
    <span className="config-push-state">
      <Tag color={STATE_COLOURS[progress.state]}>{t(`pushState.${progress.state}`)}</Tag>
      {progress.state !== 'pushing' && reason && (
        <span className="config-quiet">
          {t(`pushFault.${reason}`)}
          {retrySeconds !== undefined && ` · ${t('pushRetry', { count: failures, seconds: retrySeconds })}`}
        </span>
      )}
    </span>
  )
}
