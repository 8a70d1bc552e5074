import { UploadOutlined } from '@ant-design/icons'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { deleteVersion, listVersions, startUpgradeRun, uploadVersion } from '@backlot/contract/upgrades/calls'
import type { DeviceVersion } from '@backlot/contract/upgrades/entities'
import { bytesText } from '../../components/amount-text.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import { kindName } from '../../language/kind-name.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { startForm, type UpgradeText, uploadForm } from './upgrade-forms.tsx'

/** Versions that were uploaded. */
export function VersionTable({ onStarted }: { onStarted: () => void }) {
  const t = useText('upgrades')
  const description = listTable(listVersions, {
    name: 'deviceVersions',
    title: t('part.versions'),
    columns: columnsOf(t),
    rowKey: ({ id }) => String(id),
    filters: [
      { kind: 'text', key: 'text', label: t('find'), placeholder: t('findHint'), width: 220 },
      {
        kind: 'choice',
        key: 'kind',
        label: t('kindTitle'),
        options: knownKinds().map((value) => ({ value, label: kindName(value) })),
      },
    ],
    empty: t('noVersions'),
    actions: [
      {
        key: 'upload',
        label: t('upload'),
        icon: <UploadOutlined />,
        call: uploadVersion,
        form: () => uploadForm(t),
      },
    ],
    rowActions: [
      {
        key: 'start',
        label: t('start'),
        call: startUpgradeRun,
        form: (version) => startForm(t, version, onStarted),
      },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        call: deleteVersion,
        disabledReason: ({ running }) => (running > 0 ? t('inUse') : undefined),
        confirm: ({ version }) => ({
          title: t('deleteAsk', { version }),
          content: t('deleteHint'),
          okText: t('delete'),
        }),
        async run({ id, version }) {
          await request(deleteVersion, { body: { id } })
          return t('deleted', { version })
        },
      },
    ],
    rowActionsWidth: 182,
    export: { fileName: t('part.versions') },
  })
  return <TableScreen description={description} />
}

function columnsOf(t: UpgradeText): Column<DeviceVersion>[] {
  return [
    { key: 'version', title: t('version'), width: 100, fixed: true },
    { key: 'name', title: t('name'), width: 150 },
    {
      key: 'kind',
      title: t('kindTitle'),
      width: 130,
      render: ({ kind }) => (kind === '' ? t('anyKind') : kindName(kind)),
    },
    { key: 'fileName', title: t('file'), width: 180 },
    {
      key: 'sizeBytes',
      title: t('size'),
      width: 90,
      align: 'right',
      render: ({ sizeBytes }) => bytesText(sizeBytes),
      cell: ({ sizeBytes }) => sizeBytes,
      unit: 'B',
    },
    {
      key: 'sha256',
      title: 'SHA-256',
      width: 130,
      render: ({ sha256 }) => (
        <span className="version-hash" title={sha256}>
          {sha256.slice(0, 12)}…
        </span>
      ),
      full: ({ sha256 }) => <span className="version-hash">{sha256}</span>,
      cell: ({ sha256 }) => sha256,
    },
    { key: 'notes', title: t('notes'), width: 200, hiddenAtFirst: true },
    {
      key: 'creator',
      title: t('creator'),
      width: 120,
      hiddenAtFirst: true,
      render: ({ creator }) => creator,
    },
    { key: 'createTime', title: t('createTime'), width: 165, hiddenAtFirst: true, time: true },
  ]
}
