import { addPreplan, updatePreplan } from '@backlot/contract/preplans/calls'
import type { PlanSchedule, PollChannel, PollingWindow, Preplan } from '@backlot/contract/preplans/entities'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { LayoutChoice } from '../../components/video-layout/layout-choice.tsx'
import { ChannelsField } from '../../features/channel-list/channels-field.tsx'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { channelsOf, planSaver } from './save-plan.ts'
import { ScheduleChoice } from './schedule-choice.tsx'

type T = Translate<'polling'>
type Entry = {
  name: string
  pollingInterval: number | null
  window: PollingWindow
  enabled: boolean
  schedule: PlanSchedule | null
  /** Undefined: not looked at yet, and so not changed. */
  list: PollChannel[] | undefined
}

const WIDTH_PX = 640

const fields = (t: T, planId: number | undefined): FormDescription<Entry>['fields'] => [
  { kind: 'text', name: 'name', label: t('plan.name'), half: true },
  { kind: 'switch', name: 'enabled', label: t('plan.enabled'), help: t('plan.enabledHint'), half: true },
  {
    kind: 'number',
    name: 'pollingInterval',
    label: t('plan.intervalLabel'),
    help: t('plan.intervalHint'),
    half: true,
  },
  { kind: 'custom', name: 'window', label: t('plan.window'), half: true, control: <WindowChoice /> },
  { kind: 'custom', name: 'list', label: t('list.title'), control: <PlanChannels planId={planId} /> },
  {
    kind: 'custom',
    name: 'schedule',
    label: t('plan.bySchedule'),
    control: <ScheduleChoice />,
    check: ({ schedule }) => (schedule?.days.length === 0 ? t('plan.noDays') : undefined),
  },
]

export function addPlanForm(t: T): FormDescription {
  const toBody = ({ list, ...entry }: Entry) => ({ ...entry, list: list ?? [] })
  return describeForm<Entry>({
    title: t('plan.add'),
    okText: t('plan.create'),
    width: WIDTH_PX,
    fields: fields(t, undefined),
    initial: { name: '', pollingInterval: 15, window: 4, enabled: true, schedule: null, list: [] },
    schema: addPreplan.body,
    toBody,
    async save(entry) {
      await request(addPreplan, { body: addPreplan.body.parse(toBody(entry)) })
      return t('plan.added', { name: entry.name.trim() })
    },
  })
}

/** Changes a plan: its own fields, then the changed channels. */
export function editPlanForm(t: T, plan: Preplan): FormDescription {
  const save = planSaver()
  const toBody = ({ list: _list, ...entry }: Entry) => ({ id: plan.id, version: plan.version, ...entry })
  return describeForm<Entry>({
    title: t('plan.editTitle', { name: plan.name }),
    okText: t('plan.save'),
    width: WIDTH_PX,
    fields: fields(t, plan.id),
    initial: {
      name: plan.name,
      pollingInterval: plan.pollingInterval,
      window: plan.window,
      enabled: plan.enabled,
      schedule: plan.schedule,
      list: undefined,
    },
    editing: true,
    schema: updatePreplan.body,
    toBody,
    async save(entry) {
      await save(updatePreplan.body.parse(toBody(entry)), entry.list)
      return t('plan.saved', { name: entry.name.trim() })
    },
  })
}

type FieldProps<Value> = { id?: string; value?: Value; onChange?: (value: Value) => void }

function WindowChoice({ value = 4, onChange }: FieldProps<PollingWindow>) {
  const t = useText('polling')
  return (
    <LayoutChoice
      label={t('plan.window')}
      value={value}
      nameOf={(layout) => (layout === 1 ? t('bar.layout1') : t('bar.layoutN', { count: layout }))}
      onChange={(layout) => onChange?.(layout)}
    />
  )
}

/** A plan's channels; those of a plan that is there are fetched first. */
function PlanChannels({
  planId,
  value,
  onChange,
}: FieldProps<PollChannel[]> & { planId: number | undefined }) {
  const window = (Form.useWatch('window') as PollingWindow | undefined) ?? 4
  const [known, setKnown] = useState<PollChannel[]>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    if (planId === undefined) return
    let left = false
    channelsOf(planId).then(
      (list) => !left && setKnown(list),
      (error: unknown) => !left && setFault(errorText(error)),
    )
    return () => {
      left = true
    }
  }, [planId])
  if (fault !== undefined) return <span role="alert">{fault}</span>
  return <ChannelsField value={value ?? known} window={window} {...(onChange ? { onChange } : {})} />
}
