import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import type { DataOut } from '@backlot/contract/call'
import { IMPORT_TYPES, importDevices } from '@backlot/contract/device-admin/calls'
import { LIMITS } from '@backlot/contract/limits'
import { Alert, Button, Form, Modal, Spin, TreeSelect } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import type { FormTreeNode } from '../../features/table-screen/form-types.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { saveTemplate } from './import-files.ts'
import { ImportReport } from './import-report.tsx'

type Report = DataOut<typeof importDevices>
type Step =
  | { kind: 'choose'; fault?: string }
  | { kind: 'busy'; words: 'file.checking' | 'file.importing' }
  | { kind: 'checked'; file: File; report: Report; fault?: string }
  | { kind: 'done'; report: Report }

type ImportDialogProps = {
  groups: FormTreeNode[]
  groupId: number | undefined
  onClose(): void
  onChanged(): void
}

/** Devices from a spreadsheet: the expected result of each row is shown first, then the good ones are added. */
export function ImportDialog({ groups, groupId, onClose, onChanged }: ImportDialogProps) {
  const t = useText('deviceAdmin')
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [node, setNode] = useState(groupId)
  const input = useRef<HTMLInputElement>(null)
  const asking = useRef<AbortController>(undefined)

  /** `checked` is the report of a file that is imported now; without it the file is only looked at. */
  async function send(file: File, checked?: Report): Promise<void> {
    setStep({ kind: 'busy', words: checked ? 'file.importing' : 'file.checking' })
    const control = new AbortController()
    asking.current = control
    try {
      const query = { filename: file.name, groupId: node ?? 0, check: checked ? 0 : 1 } as const
      const bytes = new Blob([file], { type: typeOf(file) })
      const report = await request(importDevices, { query, bytes, signal: control.signal })
      setStep(checked ? { kind: 'done', report } : { kind: 'checked', file, report })
    } catch (error) {
      if (control.signal.aborted) return
      const fault = errorText(error)
      setStep(checked ? { kind: 'checked', file, report: checked, fault } : { kind: 'choose', fault })
    }
    // Where no answer came, devices may have been added all the same.
    if (checked) onChanged()
  }
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    if (!/\.xlsx?$/i.test(file.name)) setStep({ kind: 'choose', fault: t('file.wrongForm') })
    else if (file.size > LIMITS.importBytesMax) setStep({ kind: 'choose', fault: t('file.tooLarge') })
    else void send(file)
  }
  const importing = step.kind === 'busy' && step.words === 'file.importing'
  const close = () => {
    // A file that is only looked at is left; one that is being imported is waited for.
    if (importing) return
    asking.current?.abort()
    onClose()
  }
  const report = step.kind === 'checked' || step.kind === 'done' ? step.report : undefined
  const ready = step.kind === 'checked' ? step.report.list.length - step.report.refused : 0

  return (
    <Modal
      open
      width={820}
      title={t('file.title')}
      onCancel={close}
      footer={
        <>
          {step.kind === 'checked' && (
            <>
              <Button onClick={() => setStep({ kind: 'choose' })}>{t('file.another')}</Button>
              <Button
                type="primary"
                disabled={ready === 0}
                title={ready === 0 ? t('file.nothing') : undefined}
                onClick={() => void send(step.file, step.report)}
              >
                {t('file.run', { count: ready })}
              </Button>
            </>
          )}
          {step.kind !== 'checked' && (
            <Button type={step.kind === 'done' ? 'primary' : 'default'} disabled={importing} onClick={close}>
              {t('close')}
            </Button>
          )}
        </>
      }
    >
      {step.kind === 'choose' && (
        <>
          {step.fault && <Alert className="import-fault" type="error" showIcon title={step.fault} />}
          <p className="import-rules">{t('file.rules')}</p>
          <Form layout="vertical" requiredMark={false}>
            <Form.Item label={t('file.defaultGroup')} htmlFor="import-group">
              <TreeSelect
                id="import-group"
                treeData={groups}
                value={node}
                treeDefaultExpandAll
                showSearch={{ treeNodeFilterProp: 'title' }}
                onChange={setNode}
              />
            </Form.Item>
          </Form>
          <input
            ref={input}
            type="file"
            accept=".xls,.xlsx"
            style={{ display: 'none' }}
            aria-label={t('file.choose')}
            onChange={choose}
          />
          <div className="import-buttons">
            <Button type="primary" icon={<UploadOutlined />} onClick={() => input.current?.click()}>
              {t('file.choose')}
            </Button>
            <Button icon={<DownloadOutlined />} onClick={() => void saveTemplate(t)}>
              {t('file.template')}
            </Button>
          </div>
        </>
      )}
      {step.kind === 'busy' && (
        <div className="import-busy" role="status">
          <Spin /> {t(step.words)}
        </div>
      )}
      {step.kind === 'checked' && step.fault && (
        <Alert className="import-fault" type="error" showIcon title={step.fault} />
      )}
      {report && <ImportReport report={report} />}
    </Modal>
  )
}

/** The type that the contract takes, whatever the browser derives from the name. */
function typeOf(file: File): string {
  return (IMPORT_TYPES as readonly string[]).includes(file.type) ? file.type : IMPORT_TYPES[2]
}
