import { addPushRule, updatePushRule } from '@backlot/contract/alarm-push/calls'
import { PUSH_EVENTS } from '@backlot/contract/alarm-push/constants'
import type { PushRule, PushRuleFields } from '@backlot/contract/alarm-push/entities'
import { Checkbox, Select, TreeSelect } from 'antd'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { PickedDevicesField } from '../../features/device-tree/picked-devices-field.tsx'
import {
  describeForm,
  type FormDescription,
  type FormField,
  type FormTreeNode,
} from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { HoursField } from './hours-field.tsx'
import type { NewSecret } from './new-secret.ts'
import { weekdayName } from './rule-words.ts'

type RuleChoices = {
  t: Translate<'alarmPush'>
  levelText: Translate<'alarms'>
  types: AlarmTypes
  groups: readonly FormTreeNode[]
  onSecret: (secret: NewSecret) => void
}

type Entry = Omit<PushRuleFields, 'fromMinute' | 'toMinute'> & { hours: readonly [number, number] }

const WIDTH_PX = 680
const LEVEL_KEYS = { 1: 'grave', 2: 'important', 3: 'ordinary', 4: 'notice' } as const
const LEVELS = [1, 2, 3, 4] as const
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const DAY_MINUTES = 1440
const EMPTY: Entry = {
  name: '',
  url: '',
  types: [],
  levels: [],
  nodeIds: [],
  sns: [],
  events: ['start', 'stop', 'processing'],
  weekdays: [],
  hours: [0, DAY_MINUTES],
  enabled: true,
}

const bodyOf = ({ hours: [fromMinute, toMinute], ...entry }: Entry): PushRuleFields => ({
  ...entry,
  fromMinute,
  toMinute,
})

function fieldsOf({ t, levelText, types, groups }: RuleChoices, rule?: PushRule): FormField<Entry>[] {
  const gone = (rule?.groups ?? []).filter(({ name }) => name === null)
  const groupNodes = [
    ...groups,
    ...gone.map(({ nodeId }) => ({ value: nodeId, title: t('groupGone', { id: nodeId }), children: [] })),
  ]
  const typeNodes = types.tops.map((top) => ({
    value: top.key,
    title: top.name,
    children: types.subTypesOf(top.type).map((sub) => ({ value: sub.key, title: sub.name })),
  }))
  return [
    { kind: 'text', name: 'name', label: t('name'), half: true },
    { kind: 'switch', name: 'enabled', label: t('enabled'), help: t('enabledHint'), half: true },
    {
      kind: 'text',
      name: 'url',
      label: t('url'),
      help: t('urlHint'),
      placeholder: 'https://',
    },
    {
      kind: 'custom',
      name: 'events',
      label: t('events'),
      control: (
        <Checkbox.Group options={PUSH_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))} />
      ),
    },
    {
      kind: 'custom',
      name: 'types',
      label: t('types'),
      help: t('typesHint'),
      half: true,
      control: (
        <TreeSelect
          multiple
          treeCheckable
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          showSearch={{ treeNodeFilterProp: 'title' }}
          maxTagCount="responsive"
          allowClear
          treeData={typeNodes}
          placeholder={t('any')}
          aria-label={t('types')}
        />
      ),
    },
    {
      kind: 'custom',
      name: 'levels',
      label: t('levels'),
      half: true,
      control: (
        <Select
          mode="multiple"
          allowClear
          options={LEVELS.map((value) => ({
            value,
            label: `${value} · ${levelText(`level.${LEVEL_KEYS[value]}`)}`,
          }))}
          placeholder={t('any')}
          aria-label={t('levels')}
        />
      ),
    },
    {
      kind: 'custom',
      name: 'nodeIds',
      label: t('groups'),
      half: true,
      control: (
        <TreeSelect
          multiple
          allowClear
          maxTagCount="responsive"
          showSearch={{ treeNodeFilterProp: 'title' }}
          treeData={groupNodes}
          placeholder={t('any')}
          aria-label={t('groups')}
        />
      ),
    },
    {
      kind: 'custom',
      name: 'sns',
      label: t('devices'),
      help: t('devicesHint'),
      half: true,
      control: <PickedDevicesField label={t('devices')} placeholder={t('any')} known={rule?.devices ?? []} />,
    },
    {
      kind: 'custom',
      name: 'weekdays',
      label: t('weekdays'),
      control: (
        <Checkbox.Group options={WEEKDAYS.map((value) => ({ value, label: weekdayName(t, value) }))} />
      ),
      help: t('weekdaysHint'),
    },
    {
      kind: 'custom',
      name: 'hours',
      label: t('hours'),
      help: t('hoursHint'),
      half: true,
      control: <HoursField />,
    },
  ]
}

/** A new rule; its secret is shown when it is there. */
export function addRuleForm(choices: RuleChoices): FormDescription {
  const { t, onSecret } = choices
  return describeForm<Entry>({
    title: t('add'),
    okText: t('create'),
    width: WIDTH_PX,
    fields: fieldsOf(choices),
    initial: EMPTY,
    schema: addPushRule.body,
    toBody: bodyOf,
    async save(entry) {
      const body = addPushRule.body.parse(bodyOf(entry))
      const { secret } = await request(addPushRule, { body })
      onSecret({ name: body.name, secret })
      return t('added', { name: body.name })
    },
  })
}

export function editRuleForm(choices: RuleChoices, rule: PushRule): FormDescription {
  const { t } = choices
  const { id, version, fromMinute, toMinute } = rule
  const toBody = (entry: Entry) => ({ ...bodyOf(entry), id, version })
  const { name, url, types, levels, nodeIds, sns, events, weekdays, enabled } = rule
  return describeForm<Entry>({
    title: t('editOf', { name }),
    okText: t('save'),
    width: WIDTH_PX,
    fields: fieldsOf(choices, rule),
    initial: {
      name,
      url,
      types,
      levels,
      nodeIds,
      sns,
      events,
      weekdays,
      enabled,
      hours: [fromMinute, toMinute],
    },
    editing: true,
    schema: updatePushRule.body,
    toBody,
    async save(entry) {
      await request(updatePushRule, { body: updatePushRule.body.parse(toBody(entry)) })
      return t('saved', { name: entry.name.trim() })
    },
  })
}
