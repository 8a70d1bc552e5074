import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { addDeviceType, updateDeviceType } from '@backlot/contract/device-admin/calls'
import { type DeviceType, NewDeviceType } from '@backlot/contract/device-admin/entities'
import { PROTOCOL_TYPES, protocolTitle } from '@backlot/contract/devices/constants'
import { factsOf, knownKinds } from '@backlot/contract/devices/known-kinds'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import { kindName } from '../../language/kind-name.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { AbilityField } from './ability-field.tsx'

type Entry = Pick<DeviceType, 'name' | 'kind' | 'protocolType' | 'ability' | 'manufacturer' | 'remark'>

function fieldsOf(t: Translate<'deviceAdmin'>, isUsed: boolean): FormField<Entry>[] {
  const disabledReason = isUsed ? t('typeList.kindInUse') : undefined
  return [
    { kind: 'text', name: 'name', label: t('name'), half: true },
    { kind: 'text', name: 'manufacturer', label: t('typeList.manufacturer'), half: true },
    {
      kind: 'select',
      name: 'kind',
      label: t('kind'),
      options: knownKinds().map((kind) => ({ value: kind, label: kindName(kind) })),
      half: true,
      disabledReason,
    },
    {
      kind: 'select',
      name: 'protocolType',
      label: t('protocol'),
      options: Object.values(PROTOCOL_TYPES).map((type) => ({ value: type, label: protocolTitle(type) })),
      half: true,
      disabledReason,
      dependsOn: ['kind'],
      check: ({ kind, protocolType }) =>
        factsOf(kind).typeProtocols.some((name) => PROTOCOL_TYPES[name] === protocolType)
          ? undefined
          : t('typeList.notSpoken'),
    },
    {
      kind: 'custom',
      name: 'ability',
      label: t('abilities'),
      help: t('typeList.abilityHint'),
      control: <AbilityField t={t} />,
      invalid: t('abilityMissing'),
    },
    { kind: 'text', name: 'remark', label: t('typeList.remark') },
  ]
}

export function addTypeForm(t: Translate<'deviceAdmin'>): FormDescription {
  return describeForm<Entry>({
    title: t('typeList.add'),
    okText: t('create'),
    width: 600,
    fields: fieldsOf(t, false),
    initial: {
      name: '',
      kind: 'camera',
      protocolType: PROTOCOL_TYPES.gb28181,
      ability: ABILITY_BITS.video | ABILITY_BITS.alarm,
      manufacturer: '',
      remark: '',
    },
    schema: NewDeviceType,
    toBody: (entry) => entry,
    async save(entry) {
      await request(addDeviceType, { body: NewDeviceType.parse(entry) })
      return t('typeList.added', { name: entry.name.trim() })
    },
  })
}

export function editTypeForm(t: Translate<'deviceAdmin'>, type: DeviceType): FormDescription {
  const { id, version, name, kind, protocolType, ability, manufacturer, remark } = type
  const toBody = (entry: Entry) => ({ ...entry, id, version })
  return describeForm<Entry>({
    title: t('typeList.editTitle', { name }),
    okText: t('save'),
    width: 600,
    fields: fieldsOf(t, type.deviceCount > 0),
    initial: { name, kind, protocolType, ability, manufacturer, remark },
    editing: true,
    schema: updateDeviceType.body,
    toBody,
    async save(entry) {
      await request(updateDeviceType, { body: updateDeviceType.body.parse(toBody(entry)) })
      return t('typeList.saved', { name: entry.name.trim() })
    },
  })
}
