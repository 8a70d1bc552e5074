import { addAlarmType, updateAlarmType } from '@backlot/contract/alarm-types/calls'
import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import { request } from '../../platform/client.ts'
import { ColourField } from './colour-field.tsx'
import { levelName, type TypeTexts } from './type-columns.tsx'

type Look = { nameZh: string; nameEn: string; level: number; colour: string | null }
type Entry = Look & { type: string }

const WIDTH_PX = 560
const LEVELS = [1, 2, 3, 4] as const

function lookFields(texts: TypeTexts): FormField<Look>[] {
  const { t } = texts
  return [
    { kind: 'text', name: 'nameZh', label: t('nameZh'), half: true },
    { kind: 'text', name: 'nameEn', label: t('nameEn'), half: true },
    {
      kind: 'select',
      name: 'level',
      label: t('level'),
      options: LEVELS.map((value) => ({ value, label: levelName(texts, value) })),
      half: true,
    },
    {
      kind: 'custom',
      name: 'colour',
      label: t('colour'),
      control: <ColourField without={t('colourOfLevel')} />,
      half: true,
    },
  ]
}

/** A new type, or a new sub-type of one. */
export function addTypeForm(texts: TypeTexts, parent?: AlarmTypeNode): FormDescription {
  const { t } = texts
  const toBody = (entry: Entry) => ({ ...entry, parentId: parent?.id ?? 0 })
  return describeForm<Entry>({
    title: parent ? t('addSubTo', { name: parent.name }) : t('add'),
    okText: t('create'),
    width: WIDTH_PX,
    fields: [
      {
        kind: 'text',
        name: 'type',
        label: t('value'),
        help: t('valueHint'),
        invalid: t('valueFault'),
      },
      ...lookFields(texts),
    ],
    initial: { type: '', nameZh: '', nameEn: '', level: parent?.level ?? 3, colour: null },
    schema: addAlarmType.body,
    toBody,
    async save(entry) {
      await request(addAlarmType, { body: addAlarmType.body.parse(toBody(entry)) })
      return t('added', { name: entry.type.trim() })
    },
  })
}

/** Another look of a type. */
export function editTypeForm(texts: TypeTexts, node: AlarmTypeNode): FormDescription {
  const { t } = texts
  const { id, name, nameZh = name, nameEn = name, level = 3, ownColour = null, version = 0 } = node
  const toBody = (look: Look) => ({ ...look, id, version })
  return describeForm<Look>({
    title: t('editOf', { name }),
    okText: t('save'),
    width: WIDTH_PX,
    fields: lookFields(texts),
    initial: { nameZh, nameEn, level, colour: ownColour },
    editing: true,
    schema: updateAlarmType.body,
    toBody,
    async save(look) {
      await request(updateAlarmType, { body: updateAlarmType.body.parse(toBody(look)) })
      return t('saved', { name })
    },
  })
}
