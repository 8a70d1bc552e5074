import type { SnapshotInfo } from '@backlot/contract/control/snapshot-calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask, attempt, call, Refused } from '../api.ts'
import { Field, Form, Submit, Tick } from '../form.tsx'
import { count, dateTime } from '../format.ts'
import { Button, type Column, EndButton, Panel, Table } from '../parts.tsx'
import { t } from '../text.ts'

const FILE_TYPE = 'application/gzip'

/** The state of the platform, saved under names and set back to. */
export function SnapshotsSection() {
  const picker = useRef<HTMLInputElement>(null)
  const [list, setList] = useState<SnapshotInfo[]>()
  const load = useCallback(async () => {
    const data = await call<{ list: SnapshotInfo[] }>('/control/snapshots')
    setList(data.list)
  }, [])
  useEffect(() => {
    // The page says already that nobody answers.
    load().catch(() => setList([]))
  }, [load])
  const act = (path: string, name: string) =>
    attempt(async () => {
      await call(path, { name })
      await load()
    })
  const columns: Column<SnapshotInfo>[] = [
    [t('snapshots.name'), ({ name }) => name, 'code wrap'],
    [t('snapshots.moment'), ({ platformMs }) => dateTime(platformMs)],
    [t('snapshots.size'), ({ sizeBytes }) => `${(sizeBytes / 1e6).toFixed(1)} MB`, 'number'],
    [t('snapshots.faults'), ({ faults }) => count(faults), 'number'],
    [
      '',
      ({ name, obstacle }) => (
        <>
          <Button
            kind="small"
            of={name}
            title={obstacle ?? t('snapshots.restoreWhy')}
            isDisabled={obstacle !== undefined}
            onPress={() => act('/control/snapshots/restore', name)}
          >
            {t('snapshots.restore')}
          </Button>
          <Button kind="small" of={name} onPress={() => attempt(() => download(name))}>
            {t('snapshots.export')}
          </Button>
          <EndButton of={name} onPress={() => act('/control/snapshots/remove', name)}>
            {t('remove')}
          </EndButton>
        </>
      ),
      'acts',
    ],
  ]
  return (
    <>
      <Panel head={t('snapshots.save')}>
        <p className="note">{t('snapshots.what')}</p>
        <Form
          send={async (values) => {
            await call('/control/snapshots', values)
            await load()
          }}
        >
          <Field label={t('snapshots.name')} name="name" placeholder="before-shift" />
          <Tick label={t('snapshots.replace')} name="replace" />
          <div className="foot">
            <Submit busy={t('snapshots.saving')}>{t('snapshots.saveIt')}</Submit>
          </div>
        </Form>
        <h3>{t('snapshots.import')}</h3>
        <p className="note">{t('snapshots.importWhat')}</p>
        <Button onPress={() => picker.current?.click()}>{t('snapshots.choose')}</Button>
        <input
          ref={picker}
          type="file"
          accept=".gz,application/gzip"
          hidden
          aria-label={t('snapshots.import')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file)
              void attempt(async () => {
                await upload(file)
                await load()
              })
          }}
        />
      </Panel>
      <Panel head={t('snapshots.list')}>
        {list && (
          <Table
            label={t('snapshots.list')}
            columns={columns}
            rows={list}
            keyOf={({ name }) => name}
            none={t('snapshots.none')}
          />
        )}
      </Panel>
    </>
  )
}

async function download(name: string): Promise<void> {
  const response = await ask(`/control/snapshots/${encodeURIComponent(name)}/file`)
  if (!response.ok) throw await refusalOf(response)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.tar.gz`
  link.click()
  URL.revokeObjectURL(address)
}

async function upload(file: File): Promise<void> {
  const name = file.name.replace(/(\.tar)?\.t?gz$/, '')
  const response = await ask(`/control/snapshots/import?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': FILE_TYPE },
    body: file,
  })
  if (!response.ok) throw await refusalOf(response)
}

async function refusalOf(response: Response): Promise<Refused> {
  const { msg }: { msg: string } = await response.json()
  return new Refused(msg)
}
