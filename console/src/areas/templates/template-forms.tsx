import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { addTemplate, updateTemplate } from '@backlot/contract/templates/calls'
import { TEMPLATE_KINDS, TEMPLATE_LIMITS } from '@backlot/contract/templates/constants'
import {
  type GenericTemplate,
  type MeetingTemplate,
  NewGenericTemplate,
  NewMeetingTemplate,
  type Template,
} from '@backlot/contract/templates/entities'
import { Select } from 'antd'
import { DevicesField } from '../../features/device-tree/devices-field.tsx'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { RulesField, rulesFault } from './rules-field.tsx'

type T = Translate<'templates'>
type GenericEntry = Omit<NewGenericTemplate, 'kind'>
type MeetingEntry = Omit<NewMeetingTemplate, 'kind'>

const GENERIC_WIDTH_PX = 760
const NEW_GENERIC = { name: '', packMinutes: 30, rules: [], sns: [] }
const NEW_MEETING: MeetingEntry = { name: '', membersMax: TEMPLATE_LIMITS.membersMax, joinMuted: false }

const hasVideo = ({ ability }: { ability: number }) => (ability & ABILITY_BITS.video) !== 0

/** Media servers to bind a template to. */
export type ServerChoice = { id: number; name: string }

function genericFields(t: T, servers: readonly ServerChoice[]): FormField<GenericEntry>[] {
  return [
    { kind: 'text', name: 'name', label: t('name'), missing: t('nameMissing') },
    {
      kind: 'custom',
      name: 'mediaServerIds',
      label: t('mediaServers'),
      help: t('mediaServersHint'),
      half: true,
      control: (
        <Select
          mode="multiple"
          allowClear
          aria-label={t('mediaServers')}
          placeholder={t('notBound')}
          options={servers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ),
    },
    {
      kind: 'number',
      name: 'packMinutes',
      label: t('packMinutes'),
      help: t('packHint'),
      half: true,
    },
    {
      kind: 'custom',
      name: 'sns',
      label: t('devices'),
      help: t('devicesHint'),
      control: <DevicesField label={t('devices')} placeholder={t('chooseDevices')} offered={hasVideo} />,
    },
    {
      kind: 'custom',
      name: 'rules',
      label: t('rules'),
      help: t('rulesHint'),
      check: ({ rules }) => rulesFault(t, rules),
      control: <RulesField />,
    },
  ]
}

function meetingFields(t: T): FormField<MeetingEntry>[] {
  const { membersMin, membersMax } = TEMPLATE_LIMITS
  return [
    { kind: 'text', name: 'name', label: t('name'), missing: t('nameMissing') },
    {
      kind: 'number',
      name: 'membersMax',
      label: t('membersMax'),
      help: t('membersHint', { min: membersMin, max: membersMax }),
    },
    { kind: 'switch', name: 'joinMuted', label: t('joinMuted'), help: t('joinMutedHint') },
  ]
}

/** Recording and uploads of the devices bound to it: a new template, or an existing one. */
export function genericForm(
  t: T,
  servers: readonly ServerChoice[],
  template?: GenericTemplate,
): FormDescription {
  const { name, packMinutes, rules, sns } = template ?? NEW_GENERIC
  const isKnown = (id: number) => servers.some((server) => server.id === id)
  // A new one is bound to all of them, so that its devices keep playing from the server of their group.
  const mediaServerIds = template?.mediaServerIds.filter(isKnown) ?? servers.map(({ id }) => id)
  const toBody = (entry: GenericEntry) => ({ ...entry, kind: TEMPLATE_KINDS.generic })
  return describeForm<GenericEntry>({
    title: template ? t('editTitle', { name }) : t('addGeneric'),
    okText: template ? t('save') : t('create'),
    width: GENERIC_WIDTH_PX,
    fields: genericFields(t, servers),
    initial: { name, mediaServerIds, packMinutes, rules, sns },
    editing: template !== undefined,
    schema: NewGenericTemplate,
    toBody,
    save: (entry) => save(t, NewGenericTemplate.parse(toBody(entry)), template),
  })
}

/** How a meeting that is started with it is held. */
export function meetingForm(t: T, template?: MeetingTemplate): FormDescription {
  const { name, membersMax, joinMuted } = template ?? NEW_MEETING
  const toBody = (entry: MeetingEntry) => ({ ...entry, kind: TEMPLATE_KINDS.meeting })
  return describeForm<MeetingEntry>({
    title: template ? t('editTitle', { name }) : t('addMeeting'),
    okText: template ? t('save') : t('create'),
    fields: meetingFields(t),
    initial: { name, membersMax, joinMuted },
    editing: template !== undefined,
    schema: NewMeetingTemplate,
    toBody,
    save: (entry) => save(t, NewMeetingTemplate.parse(toBody(entry)), template),
  })
}

async function save(
  t: T,
  body: NewGenericTemplate | NewMeetingTemplate,
  known: Template | undefined,
): Promise<string> {
  if (known) {
    const { id, version } = known
    await request(updateTemplate, { body: { ...body, id, version } })
    return t('saved', { name: body.name })
  }
  await request(addTemplate, { body })
  return t('added', { name: body.name })
}
