import {
  addQuantity,
  NewQuantity,
  type SenseQuantity,
  updateQuantity,
} from '@backlot/contract/sensors/dictionary-calls'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import { NumberField } from '../../features/table-screen/number-field.tsx'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

type T = Translate<'senseDictionary'>
type Entry = {
  code: string
  nameZh: string
  nameEn: string
  unit: string
  factor: number | null
  offset: number | null
  decimals: number | null
  low: number | null
  high: number | null
}

const EMPTY: Entry = {
  code: '',
  nameZh: '',
  nameEn: '',
  unit: '',
  factor: 1,
  offset: 0,
  decimals: 1,
  low: null,
  high: null,
}

function fieldsOf(t: T, codeFixed: boolean, reportedUnit?: string): FormField<Entry>[] {
  return [
    {
      kind: 'text',
      name: 'code',
      label: t('code'),
      half: true,
      disabledReason: codeFixed ? t('codeFixed') : undefined,
    },
    { kind: 'text', name: 'unit', label: t('unit'), half: true },
    { kind: 'text', name: 'nameZh', label: t('nameZh'), half: true },
    { kind: 'text', name: 'nameEn', label: t('nameEn'), half: true },
    {
      kind: 'custom',
      name: 'factor',
      label: t('factor'),
      help: reportedUnit === undefined ? t('factorHelp') : t('factorFrom', { unit: reportedUnit || '–' }),
      half: true,
      control: <NumberField />,
    },
    { kind: 'custom', name: 'offset', label: t('offset'), half: true, control: <NumberField /> },
    {
      kind: 'number',
      name: 'decimals',
      label: t('decimals'),
    },
    {
      kind: 'custom',
      name: 'low',
      label: t('low'),
      half: true,
      control: <NumberField placeholder={t('noLimit')} />,
    },
    {
      kind: 'custom',
      name: 'high',
      label: t('high'),
      half: true,
      dependsOn: ['low'],
      check: ({ low, high }) => (low !== null && high !== null && low >= high ? t('limitOrder') : undefined),
      control: <NumberField placeholder={t('noLimit')} />,
    },
  ]
}

export function addQuantityForm(t: T): FormDescription {
  return describeForm<Entry>({
    title: t('add'),
    okText: t('create'),
    width: 600,
    fields: fieldsOf(t, false),
    initial: EMPTY,
    schema: NewQuantity,
    toBody: (entry) => entry,
    async save(entry) {
      await request(addQuantity, { body: NewQuantity.parse(entry) })
      return t('added', { code: entry.code.trim() })
    },
  })
}

export function editQuantityForm(t: T, quantity: SenseQuantity): FormDescription {
  const { code, nameZh, nameEn, unit, factor, offset, decimals, low, high, version, reportedUnit } = quantity
  const schema = NewQuantity.extend({ version: updateQuantity.body.shape.version })
  const toBody = (entry: Entry) => ({ ...entry, code, version })
  return describeForm<Entry>({
    title: t('editTitle', { code }),
    okText: t('save'),
    width: 600,
    fields: fieldsOf(t, true, quantity.system ? reportedUnit : undefined),
    initial: { code, nameZh, nameEn, unit, factor, offset, decimals, low, high },
    editing: true,
    schema,
    toBody,
    async save(entry) {
      await request(updateQuantity, { body: schema.parse(toBody(entry)) })
      return t('saved', { code })
    },
  })
}
