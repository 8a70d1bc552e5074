import { UploadOutlined } from '@ant-design/icons'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { LIMITS } from '@backlot/contract/limits'
import { NewVersion, startUpgradeRun, uploadVersion } from '@backlot/contract/upgrades/calls'
import { VERSION_FILE, VERSION_FILE_ENDING } from '@backlot/contract/upgrades/constants'
import type { DeviceVersion } from '@backlot/contract/upgrades/entities'
import { Button } from 'antd'
import { useRef } from 'react'
import { bytesText } from '../../components/amount-text.ts'
import { dialogs } from '../../components/dialog-bridge.tsx'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { DevicesField } from '../../features/device-tree/devices-field.tsx'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import { kindName } from '../../language/kind-name.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { misfit, upgradeSum } from './upgrade-fit.ts'

export type UpgradeText = Translate<'upgrades'>
type Entry = { file: File | undefined; name: string; version: string; kind: string; notes: string }

/** Fault of a chosen file. */
function fileFault(t: UpgradeText, file: File | undefined): string | undefined {
  if (!file) return t('fileMissing')
  if (!VERSION_FILE.test(file.name)) return t('fileName')
  if (!VERSION_FILE_ENDING.test(file.name)) return t('fileForm')
  if (file.size === 0) return t('fileEmpty')
  return file.size > LIMITS.versionBytesMax ? t('fileTooLarge') : undefined
}

/** A new version with its file. */
export function uploadForm(t: UpgradeText): FormDescription {
  const toBody = ({ file, ...entry }: Entry) => ({ ...entry, filename: file?.name ?? '' })
  return describeForm<Entry>({
    title: t('upload'),
    okText: t('send'),
    fields: [
      {
        kind: 'custom',
        name: 'file',
        label: t('file'),
        help: t('fileHint'),
        control: <FileField />,
        check: ({ file }) => fileFault(t, file),
      },
      {
        kind: 'text',
        name: 'name',
        label: t('name'),
        half: true,
        missing: t('nameMissing'),
      },
      {
        kind: 'text',
        name: 'version',
        label: t('version'),
        half: true,
        invalid: t('versionForm'),
      },
      {
        kind: 'select',
        name: 'kind',
        label: t('kindTitle'),
        options: [
          { value: '', label: t('anyKind') },
          ...knownKinds().map((value) => ({ value, label: kindName(value) })),
        ],
      },
      { kind: 'text', name: 'notes', label: t('notes') },
    ],
    initial: { file: undefined, name: '', version: '', kind: '', notes: '' },
    schema: NewVersion,
    toBody,
    async save(entry) {
      const query = NewVersion.parse(toBody(entry))
      const bytes = new Blob(entry.file ? [entry.file] : [], { type: 'application/octet-stream' })
      await request(uploadVersion, { query, bytes })
      return t('uploaded', { version: query.version })
    },
  })
}

/** Devices to upgrade to a version. */
export function startForm(t: UpgradeText, version: DeviceVersion, onStarted: () => void): FormDescription {
  const toBody = ({ sns }: { sns: string[] }) => ({ versionId: version.id, sns })
  return describeForm<{ sns: string[] }>({
    title: t('startTitle', { version: version.version }),
    okText: t('start'),
    fields: [
      {
        kind: 'custom',
        name: 'sns',
        label: t('devices'),
        help: t('devicesHint'),
        control: (
          <DevicesField
            label={t('devices')}
            placeholder={t('chooseDevices')}
            against={againstVersion(t, version)}
          />
        ),
        missing: t('devicesMissing'),
      },
    ],
    initial: { sns: [] },
    schema: startUpgradeRun.body,
    toBody,
    async save(entry) {
      if (!(await askToStart(t, version, entry.sns))) return undefined
      const { asked } = await request(startUpgradeRun, { body: toBody(entry) })
      onStarted()
      return t('started', { count: asked })
    },
  })
}

const reasons = new WeakMap<DeviceVersion, (device: { kind: string }) => string | undefined>()

/** Why devices do not fit a version; the same function for the same version, as the list of devices is made with it. */
function againstVersion(t: UpgradeText, version: DeviceVersion) {
  const known = reasons.get(version)
  if (known) return known
  const against = ({ kind }: { kind: string }) =>
    misfit(version, kind) === undefined
      ? undefined
      : t('otherKind', { kind: kindName(kind), wanted: kindName(version.kind) })
  reasons.set(version, against)
  return against
}

/** Lists the devices that would get the version, and asks. */
async function askToStart(t: UpgradeText, version: DeviceVersion, sns: readonly string[]): Promise<boolean> {
  const index = deviceStore.index()
  const chosen = sns.map((sn) => {
    const row = index.rowOfDevice(sn)
    return {
      kind: (row === undefined ? undefined : index.entry[row]?.type) ?? '',
      online: row !== undefined && index.isOnline(row),
    }
  })
  const { kinds, offline } = upgradeSum(chosen)
  const lines = [
    ...kinds.map(({ kind, count }) => t('startKind', { kind: kindName(kind), count })),
    ...(offline > 0 ? [t('startOffline', { count: offline })] : []),
  ]
  return dialogs().confirm({
    title: t('startAsk', { version: version.version, count: sns.length }),
    content: lines.map((line) => <div key={line}>{line}</div>),
    okText: t('start'),
  })
}

/** A file of this computer. */
function FileField(props: { id?: string; value?: File; onChange?: (file: File) => void }) {
  const { id, value, onChange } = props
  const t = useText('upgrades')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="version-file">
      <input
        ref={input}
        hidden
        type="file"
        accept=".bin,.img,.pkg,.zip,.gz"
        aria-label={t('file')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChange?.(file)
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        icon={<UploadOutlined />}
        onClick={() => input.current?.click()}
      >
        {t('choose')}
      </Button>
      {value && (
        <span title={value.name}>
          {value.name} · {bytesText(value.size)}
        </span>
      )}
    </div>
  )
}
