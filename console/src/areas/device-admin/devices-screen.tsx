import { ImportOutlined, PlusOutlined, VideoCameraAddOutlined } from '@ant-design/icons'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import {
  addDevice,
  importDevices,
  listDevices,
  listDeviceTypes,
  listGroups,
} from '@backlot/contract/device-admin/calls'
import { addCamera, listCameras } from '@backlot/contract/device-admin/camera-calls'
import type { AddedCamera } from '@backlot/contract/device-admin/camera-entities'
import { DEVICE_ORIGINS } from '@backlot/contract/device-admin/constants'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { numberOf, useTableUrl } from '../../features/table-screen/table-url.ts'
import { kindName } from '../../language/kind-name.ts'
import { useText } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'
import { useMayCall } from '../../session/may-call.ts'
import { useSession } from '../../session/session-store.ts'
import { cameraActions } from './cameras/camera-actions.ts'
import { ChannelsDialog } from './channels-dialog.tsx'
import { type DeviceDialog, deviceActions, deviceBatchActions } from './device-actions.tsx'
import { deviceColumns } from './device-columns.tsx'
import { addDeviceForm } from './device-form.tsx'
import { groupNodes } from './group-form.ts'
import { GroupPanel } from './group-panel.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { QrDialog } from './qr-dialog.tsx'
import './device-admin.css'

const SetupDialog = lazy(async () => ({ default: (await import('./setup-dialog.tsx')).SetupDialog }))

const CameraDialog = lazy(async () => ({
  default: (await import('./cameras/camera-dialog.tsx')).CameraDialog,
}))

const NAME = 'managedDevices'
/** Types to choose from: as many as the platform answers at once. */
const MOST_TYPES = 500

/** Device management: the groups, and the devices of the chosen one. */
export function DevicesScreen() {
  const t = useText('deviceAdmin')
  const url = useTableUrl()
  const queries = useQueryClient()
  const mayUseTop = useSession((session) => session.userInfo?.type) === 0
  const [dialog, setDialog] = useState<DeviceDialog>()
  const [importing, setImporting] = useState(false)
  const [camera, setCamera] = useState<AddedCamera | 'new'>()
  const camerasText = useText('cameras')
  const nodeId = numberOf(new URLSearchParams(url.all()), 'nodeId', 1)
  const changed = useCallback(() => void queries.invalidateQueries({ queryKey: [NAME] }), [queries])
  // Somebody else moves devices too.
  useEffect(() => channel.on('tree', changed), [changed])

  const groups = useQuery({
    queryKey: [NAME, 'groups'],
    queryFn: async ({ signal }) => (await request(listGroups, { signal })).list,
  })
  const types = useQuery({
    queryKey: [NAME, 'types'],
    queryFn: async ({ signal }) =>
      (await request(listDeviceTypes, { query: { pageSize: MOST_TYPES }, signal })).list,
  })
  const mayListCameras = useMayCall()(listCameras)
  const cameras = useQuery({
    queryKey: [NAME, 'cameras'],
    queryFn: async ({ signal }) => (await request(listCameras, { signal })).list,
    enabled: mayListCameras,
  })
  const added = useMemo(() => new Map(cameras.data?.map((camera) => [camera.sn, camera])), [cameras.data])
  const nodes = useMemo(() => groupNodes(groups.data ?? []), [groups.data])
  const columns = useMemo(() => deviceColumns(t), [t])
  const choices = { t, types: types.data ?? [], groups: nodes, groupId: nodeId }
  const groupsFailed = groups.isError && !groups.data
  const noGroups = () =>
    nodes.length === 0 ? t(groupsFailed ? 'groups.failed' : 'groups.addFirst') : undefined

  const description = listTable(listDevices, {
    name: NAME,
    title: t('title'),
    columns,
    rowKey: ({ sn }) => sn,
    filters: [
      { kind: 'text', key: 'text', label: t('find'), placeholder: t('findHint') },
      {
        kind: 'choice',
        key: 'typeId',
        label: t('type'),
        options: choices.types.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'choice',
        key: 'online',
        label: t('status'),
        options: [
          { value: 1, label: t('online') },
          { value: 0, label: t('offline') },
        ],
      },
      {
        kind: 'choice',
        key: 'ability',
        label: t('abilities'),
        options: (Object.keys(ABILITY_BITS) as (keyof typeof ABILITY_BITS)[]).map((name) => ({
          value: ABILITY_BITS[name],
          label: t(`ability.${name}`),
        })),
      },
      {
        kind: 'choice',
        key: 'kind',
        label: t('kind'),
        options: knownKinds().map((kind) => ({ value: kind, label: kindName(kind) })),
      },
      {
        kind: 'choice',
        key: 'origin',
        label: t('origin'),
        options: DEVICE_ORIGINS.map((origin) => ({ value: origin, label: t(`origins.${origin}`) })),
      },
      { kind: 'tree', key: 'nodeId', label: t('group'), placeholder: t('anyGroup'), nodes },
    ],
    defaultPageSize: 50,
    actions: [
      {
        key: 'import',
        label: t('import'),
        icon: <ImportOutlined />,
        call: importDevices,
        disabledReason: noGroups,
        run: () => setImporting(true),
      },
      {
        key: 'addCamera',
        label: camerasText('add'),
        icon: <VideoCameraAddOutlined />,
        call: addCamera,
        shownFor: () => !isCallMissing(cameras.error),
        disabledReason: noGroups,
        run: () => setCamera('new'),
      },
      {
        key: 'add',
        label: t('add'),
        icon: <PlusOutlined />,
        call: addDevice,
        disabledReason: noGroups,
        form: () => addDeviceForm(choices),
      },
    ],
    rowActions: deviceActions(choices, setDialog, cameraActions(camerasText, added, setCamera)),
    rowActionsWidth: 226,
    batchActions: deviceBatchActions(choices),
    details: {
      groups: [
        { title: t('setup'), columns: ['place', 'address', 'installer', 'installTime'] },
        { title: t('connection'), columns: ['protocol', 'origin'] },
      ],
    },
    export: { fileName: t('title') },
  })
  const close = () => setDialog(undefined)
  const shown = dialog?.device
  return (
    <div className="device-admin">
      <GroupPanel
        groups={groups.data}
        failed={groupsFailed}
        chosenId={nodeId}
        mayUseTop={mayUseTop}
        onChoose={(id) => url.setFilters({ nodeId: id })}
        onChanged={changed}
        onAgain={() => void groups.refetch()}
      />
      <TableScreen description={description} />
      {dialog?.kind === 'channels' && shown && (
        <ChannelsDialog device={shown} onClose={close} onChanged={changed} />
      )}
      {dialog?.kind === 'qr' && shown && <QrDialog device={shown} onClose={close} />}
      {dialog?.kind === 'setup' && shown && (
        <Suspense>
          <SetupDialog device={shown} onClose={close} />
        </Suspense>
      )}
      {dialog?.kind === 'place' && shown && (
        <PlaceDialog device={shown} onClose={close} onChanged={changed} />
      )}
      {camera && (
        <Suspense>
          <CameraDialog
            added={camera === 'new' ? undefined : (added.get(camera.sn) ?? camera)}
            groups={nodes}
            groupId={nodeId ?? nodes[0]?.value}
            onClose={() => setCamera(undefined)}
            onChanged={changed}
          />
        </Suspense>
      )}
      {importing && (
        <ImportDialog
          groups={nodes}
          groupId={nodeId ?? nodes[0]?.value}
          onClose={() => setImporting(false)}
          onChanged={changed}
        />
      )}
    </div>
  )
}
