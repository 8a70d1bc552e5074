import { deleteDevices, moveDevices, updateDevice } from '@backlot/contract/device-admin/calls'
import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import type { TableAction } from '../../features/table-screen/table-screen-types.ts'
import { request } from '../../platform/client.ts'
import { type DeviceChoices, editDeviceForm, moveDevicesForm } from './device-form.tsx'

/** A dialog about one device. */
export type DeviceDialog = { kind: 'channels' | 'qr' | 'place' | 'setup'; device: ManagedDevice }

async function removeDevices(rows: readonly ManagedDevice[]): Promise<void> {
  await request(deleteDevices, { body: { devices: rows.map(({ sn, version }) => ({ sn, version })) } })
}

/** Actions on one device. */
export function deviceActions(
  choices: DeviceChoices,
  open: (dialog: DeviceDialog) => void,
  /** Those of real cameras. */
  ofCameras: readonly TableAction<ManagedDevice>[],
): TableAction<ManagedDevice>[] {
  const { t } = choices
  return [
    { key: 'edit', label: t('edit'), call: updateDevice, form: (device) => editDeviceForm(t, device) },
    { key: 'channels', label: t('channels'), run: (device) => open({ kind: 'channels', device }) },
    {
      key: 'place',
      label: t('place'),
      inMenu: true,
      disabledReason: ({ moves }) => (moves ? t('moves') : undefined),
      run: (device) => open({ kind: 'place', device }),
    },
    ...ofCameras,
    { key: 'setup', label: t('setup'), inMenu: true, run: (device) => open({ kind: 'setup', device }) },
    { key: 'qr', label: t('qr'), inMenu: true, run: (device) => open({ kind: 'qr', device }) },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteDevices,
      confirm: ({ name }) => ({
        title: t('deleteAsk', { name }),
        content: t('deleteHint'),
        okText: t('delete'),
      }),
      async run(device) {
        await removeDevices([device])
        return t('deleted', { count: 1 })
      },
    },
  ]
}

/** Actions on the selected devices, all or none. */
export function deviceBatchActions(choices: DeviceChoices): TableAction<readonly ManagedDevice[]>[] {
  const { t } = choices
  const needsRows = (rows: readonly ManagedDevice[]) => (rows.length === 0 ? t('selectFirst') : undefined)
  return [
    {
      key: 'move',
      label: t('move'),
      call: moveDevices,
      disabledReason: needsRows,
      form: (rows) => moveDevicesForm(choices, rows),
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteDevices,
      disabledReason: needsRows,
      confirm: (rows) => ({
        title: t('deleteManyAsk', { count: rows.length }),
        content: t('deleteHint'),
        okText: t('delete'),
      }),
      async run(rows) {
        await removeDevices(rows)
        return t('deleted', { count: rows.length })
      },
    },
  ]
}
