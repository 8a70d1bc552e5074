import { addDevice, moveDevices, updateDevice } from '@backlot/contract/device-admin/calls'
import {
  type DeviceType,
  fitsProtocol,
  type ManagedDevice,
  NewDevice,
} from '@backlot/contract/device-admin/entities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { findKind } from '@backlot/contract/devices/known-kinds'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import {
  describeForm,
  type FormDescription,
  type FormTreeNode,
} from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { AbilityField } from './ability-field.tsx'
import { type Place, PlaceField } from './place-field.tsx'

export type DeviceChoices = {
  t: Translate<'deviceAdmin'>
  types: readonly DeviceType[]
  groups: readonly FormTreeNode[]
  /** The group that is chosen beside the table. */
  groupId: number | undefined
}

type AddEntry = {
  sn: string
  name: string
  typeId: number | undefined
  groupId: number | undefined
  place: Place | undefined
  address: string
  installer: string
}

const SERIAL_FORMS = ['gb28181', ...WIRE_NAMES] as const

/** A new device. Its abilities are those of its type; they can be changed afterwards. */
export function addDeviceForm({ t, types, groups, groupId }: DeviceChoices): FormDescription {
  const toBody = ({ place, ...entry }: AddEntry) => ({ ...entry, ...place })
  const typeOf = (entry: AddEntry) => types.find(({ id }) => id === entry.typeId)
  return describeForm<AddEntry>({
    title: t('add'),
    okText: t('create'),
    width: 600,
    fields: [
      {
        kind: 'select',
        name: 'typeId',
        label: t('type'),
        options: types.map(({ id, name }) => ({ value: id, label: name })),
        half: true,
      },
      { kind: 'tree', name: 'groupId', label: t('group'), nodes: [...groups], half: true },
      {
        kind: 'text',
        name: 'sn',
        label: t('sn'),
        half: true,
        dependsOn: ['typeId'],
        check(entry) {
          const type = typeOf(entry)
          if (!type || fitsProtocol(entry.sn.trim(), type.protocolType)) return undefined
          const form = SERIAL_FORMS.find((each) => PROTOCOL_TYPES[each] === type.protocolType)
          return form && t(`serialForm.${form}`)
        },
      },
      { kind: 'text', name: 'name', label: t('name'), half: true },
      {
        kind: 'custom',
        name: 'place',
        label: t('place'),
        help: t('placeHint'),
        control: <PlaceField t={t} />,
        dependsOn: ['typeId'],
        check(entry) {
          const moves = findKind(typeOf(entry)?.kind)?.moves
          return moves && entry.place ? t('moves') : undefined
        },
      },
      { kind: 'text', name: 'address', label: t('address'), half: true },
      { kind: 'text', name: 'installer', label: t('installer'), half: true },
    ],
    initial: {
      sn: '',
      name: '',
      typeId: types[0]?.id,
      groupId: groupId ?? groups[0]?.value,
      place: undefined,
      address: '',
      installer: '',
    },
    schema: NewDevice,
    toBody,
    async save(entry) {
      await request(addDevice, { body: NewDevice.parse(toBody(entry)) })
      return t('added', { name: entry.name.trim() })
    },
  })
}

type EditEntry = { name: string; ability: number; address: string; installer: string }

export function editDeviceForm(t: Translate<'deviceAdmin'>, device: ManagedDevice): FormDescription {
  const { sn, version, name, ability, address, installer } = device
  const toBody = (entry: EditEntry) => ({ ...entry, sn, version })
  return describeForm<EditEntry>({
    title: t('editTitle', { name }),
    okText: t('save'),
    width: 560,
    fields: [
      { kind: 'text', name: 'name', label: t('name') },
      {
        kind: 'custom',
        name: 'ability',
        label: t('abilities'),
        control: <AbilityField t={t} />,
        invalid: t('abilityMissing'),
      },
      { kind: 'text', name: 'address', label: t('address'), half: true },
      { kind: 'text', name: 'installer', label: t('installer'), half: true },
    ],
    initial: { name, ability, address, installer },
    editing: true,
    schema: updateDevice.body,
    toBody,
    async save(entry) {
      await request(updateDevice, { body: updateDevice.body.parse(toBody(entry)) })
      return t('saved', { name: entry.name.trim() })
    },
  })
}

/** Puts devices into another group. */
export function moveDevicesForm(
  { t, groups }: Pick<DeviceChoices, 't' | 'groups'>,
  rows: readonly ManagedDevice[],
): FormDescription {
  const toBody = (entry: { groupId: number | undefined }) => ({
    devices: rows.map(({ sn, version }) => ({ sn, version })),
    groupId: entry.groupId,
  })
  return describeForm<{ groupId: number | undefined }>({
    title: t('moveTitle', { count: rows.length }),
    okText: t('move'),
    fields: [{ kind: 'tree', name: 'groupId', label: t('moveTo'), nodes: [...groups] }],
    initial: { groupId: rows[0]?.groupId },
    editing: true,
    schema: moveDevices.body,
    toBody,
    async save(entry) {
      await request(moveDevices, { body: moveDevices.body.parse(toBody(entry)) })
      return t('moved', { count: rows.length })
    },
  })
}
