import { PlusOutlined } from '@ant-design/icons'
import {
  addDeviceType,
  deleteDeviceType,
  listDeviceTypes,
  updateDeviceType,
} from '@backlot/contract/device-admin/calls'
import type { DeviceType } from '@backlot/contract/device-admin/entities'
import { protocolTitle } from '@backlot/contract/devices/constants'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { Tag } from 'antd'
import { useMemo } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column, TableAction } from '../../features/table-screen/table-screen-types.ts'
import { kindName } from '../../language/kind-name.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { abilityNames } from './ability-field.tsx'
import { addTypeForm, editTypeForm } from './type-form.tsx'
import './device-admin.css'

/** Types of devices, with the initial values of new devices. */
export function DeviceTypesScreen() {
  const t = useText('deviceAdmin')
  const columns = useMemo(() => typeColumns(t), [t])
  const description = listTable(listDeviceTypes, {
    name: 'deviceTypes',
    title: t('types'),
    columns,
    rowKey: ({ id }) => String(id),
    filters: [
      { kind: 'text', key: 'text', label: t('typeList.find'), placeholder: t('typeList.findHint') },
      {
        kind: 'choice',
        key: 'kind',
        label: t('kind'),
        options: knownKinds().map((kind) => ({ value: kind, label: kindName(kind) })),
      },
      {
        kind: 'choice',
        key: 'system',
        label: t('typeList.system'),
        options: [
          { value: 1, label: t('typeList.isSystem') },
          { value: 0, label: t('typeList.isOwn') },
        ],
      },
    ],
    actions: [
      {
        key: 'add',
        label: t('typeList.add'),
        icon: <PlusOutlined />,
        call: addDeviceType,
        form: () => addTypeForm(t),
      },
    ],
    rowActions: typeActions(t),
    rowActionsWidth: 116,
    export: { fileName: t('types') },
  })
  return <TableScreen description={description} />
}

function typeActions(t: Translate<'deviceAdmin'>): TableAction<DeviceType>[] {
  const systemStays = ({ system }: DeviceType) => (system ? t('typeList.systemStays') : undefined)
  return [
    {
      key: 'edit',
      label: t('edit'),
      call: updateDeviceType,
      disabledReason: systemStays,
      form: (type) => editTypeForm(t, type),
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteDeviceType,
      disabledReason: (type) => systemStays(type) ?? (type.deviceCount > 0 ? t('typeList.inUse') : undefined),
      confirm: ({ name }) => ({
        title: t('typeList.deleteAsk', { name }),
        content: t('typeList.deleteHint'),
        okText: t('delete'),
      }),
      async run({ id, version, name }) {
        await request(deleteDeviceType, { body: { id, version } })
        return t('typeList.deleted', { name })
      },
    },
  ]
}

function typeColumns(t: Translate<'deviceAdmin'>): Column<DeviceType>[] {
  return [
    { key: 'name', title: t('name'), width: 164, sortable: true, fixed: true },
    { key: 'kind', title: t('kind'), width: 140, sortable: true, render: ({ kind }) => kindName(kind) },
    {
      key: 'protocol',
      title: t('protocol'),
      width: 108,
      render: ({ protocolType }) => protocolTitle(protocolType),
    },
    {
      key: 'abilities',
      title: t('abilities'),
      width: 226,
      render: ({ ability }) => abilityNames(t, ability).map((name) => <Tag key={name}>{name}</Tag>),
      cell: ({ ability }) => abilityNames(t, ability).join(', '),
    },
    { key: 'deviceCount', title: t('typeList.devices'), width: 96, align: 'right', sortable: true },
    { key: 'manufacturer', title: t('typeList.manufacturer'), width: 124, sortable: true },
    { key: 'remark', title: t('typeList.remark'), width: 180, hiddenAtFirst: true },
    {
      key: 'system',
      title: t('typeList.system'),
      width: 124,
      render: ({ system }) => t(system ? 'typeList.isSystem' : 'typeList.isOwn'),
    },
    {
      key: 'updateTime',
      title: t('typeList.updateTime'),
      width: 164,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
  ]
}
