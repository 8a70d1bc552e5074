import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { DataOut } from '@backlot/contract/call'
import {
  addPushWork,
  deletePushWork,
  getPushPlan,
  getPushWork,
  setPushPlan,
} from '@backlot/contract/device-config/calls'
import { DEVICE_RULES_MAX, type PushPlan } from '@backlot/contract/device-config/entities'
import type { Channel } from '@backlot/contract/devices/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { orderDevice } from '../../platform/device-order.ts'
import { CONFIG_KEY } from './config-key.ts'
import { minuteText } from './minute-input.tsx'
import { PushPlanForm } from './push-plan-form.tsx'
import { PushWorkForm } from './push-work-form.tsx'

type Work = DataOut<typeof getPushWork>['list'][number]
type Props = { sn: string; channels: readonly Channel[] }

/** Channels that a device pushes to others, and the hours in which it does. */
export function PushTab({ sn, channels }: Props) {
  const t = useText('deviceConfig')
  const { message } = App.useApp()
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
    retry: false,
    gcTime: 0,
  })
  if (held.isPending) return <Skeleton active />
  // A form that is open stays when the device cannot be asked again.
  if (held.error && !held.data) {
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
      message.success(t('saved'))
      setForm(undefined)
      await client.invalidateQueries({ queryKey: key })
    } catch (error) {
      message.error(errorText(error))
    }
  }
  const setPlans = (list: PushPlan[]) => attempt(orderDevice(setPushPlan, { sn, config: { list } }))
  const freeId = Array.from({ length: DEVICE_RULES_MAX }, (_, i) => i + 1).find(
    (id) => !plans.some((plan) => plan.id === id),
  )
  const nameOf = (work: Work) =>
    channels.find(({ chnId }) => chnId === work.chnId)?.name ?? String(work.chnId)
  const planName = (id: number) => plans.find((plan) => plan.id === id)?.name ?? ''
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
            <Tag color={work.state === 'executing' ? 'processing' : 'default'}>
              {t(`state.${work.state}`)}
            </Tag>
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
          disabled={plans.length === 0 || works.length >= DEVICE_RULES_MAX}
          title={plans.length === 0 ? t('planFirst') : undefined}
          onClick={() => setForm('work')}
        >
          {t('addWork')}
        </Button>
      )}
    </div>
  )
}
