import { addControlPerson, updateControlPerson } from '@backlot/contract/control-lists/calls'
import { CONTROL_LIMITS } from '@backlot/contract/control-lists/constants'
import {
  type ControlPerson,
  NewControlPerson,
  readIdentityCard,
} from '@backlot/contract/control-lists/entities'
import { AutoComplete } from 'antd'
import { PictureField } from '../../features/picture-field/picture-field.tsx'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

type Entry = {
  name: string
  label: string
  identityCard: string
  phoneNumber: string
  addr: string
  face: string
  enabled: boolean
}

const EMPTY: Entry = {
  name: '',
  label: '',
  identityCard: '',
  phoneNumber: '',
  addr: '',
  face: '',
  enabled: true,
}

/** Birthday and sex follow from the card; they are shown beside it as it is typed. */
function fieldsOf(t: Translate<'controlLists'>, labels: readonly string[]): FormField<Entry>[] {
  return [
    {
      kind: 'custom',
      name: 'face',
      label: t('face'),
      control: <PictureField shape="tall" required />,
      missing: t('faceMissing'),
    },
    { kind: 'text', name: 'name', label: t('name'), half: true },
    {
      kind: 'custom',
      name: 'label',
      label: t('label'),
      control: <LabelField labels={labels} />,
      half: true,
    },
    {
      kind: 'text',
      name: 'identityCard',
      label: t('identityCard'),
      half: true,
      missing: t('cardMissing'),
      invalid: t('cardWrong'),
    },
    {
      kind: 'text',
      name: 'phoneNumber',
      label: t('phoneNumber'),
      half: true,
      invalid: t('phoneWrong'),
    },
    { kind: 'text', name: 'addr', label: t('addr') },
    { kind: 'switch', name: 'enabled', label: t('lookFor'), help: t('lookForHint') },
  ]
}

function bodyOf(entry: Entry) {
  const card = readIdentityCard(entry.identityCard.trim().toUpperCase())
  return { ...entry, sex: card?.sex, birthday: card?.birthday }
}

export function addPersonForm(t: Translate<'controlLists'>, labels: readonly string[]): FormDescription {
  return describeForm<Entry>({
    title: t('add'),
    okText: t('create'),
    width: 600,
    fields: fieldsOf(t, labels),
    initial: { ...EMPTY, label: labels[0] ?? '' },
    schema: NewControlPerson,
    toBody: bodyOf,
    async save(entry) {
      await request(addControlPerson, { body: NewControlPerson.parse(bodyOf(entry)) })
      return t('added', { name: entry.name.trim() })
    },
  })
}

export function editPersonForm(
  t: Translate<'controlLists'>,
  labels: readonly string[],
  person: ControlPerson,
): FormDescription {
  const { id, version, name, label, identityCard, phoneNumber, addr, face, enabled } = person
  const toBody = (entry: Entry) => ({ ...bodyOf(entry), id, version })
  return describeForm<Entry>({
    title: t('editTitle', { name }),
    okText: t('save'),
    width: 600,
    fields: fieldsOf(t, labels),
    initial: { name, label, identityCard, phoneNumber, addr, face, enabled },
    editing: true,
    schema: updateControlPerson.body,
    toBody,
    async save(entry) {
      await request(updateControlPerson, { body: updateControlPerson.body.parse(toBody(entry)) })
      return t('saved', { name: entry.name.trim() })
    },
  })
}

type LabelFieldProps = {
  labels: readonly string[]
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (label: string) => void
}

/** The list of a person: an existing one, or a new one by its name. */
function LabelField({ labels, id, value, onChange }: LabelFieldProps) {
  return (
    <AutoComplete
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      maxLength={CONTROL_LIMITS.labelMax}
      options={labels.map((label) => ({ value: label }))}
    />
  )
}
