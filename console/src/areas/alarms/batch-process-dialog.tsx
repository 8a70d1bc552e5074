import { processAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm, AlarmResult } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useDiscardQuestion } from '../../components/use-discard-question.ts'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { isUnanswered } from '../../platform/platform-reply-error.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { processingName, selectableProcessing } from './alarm-rules.ts'
import { BatchResults } from './batch-results.tsx'
import { processMany } from './process-alarms.ts'
import { DialogUndoButton } from './undo-button.tsx'
import { useProcessingAction } from './use-processing-action.ts'

type Entry = { type: number; content: string }

/**
 * Processes several alarms with one finding; those that cannot be processed stay unchanged, and each row gives the
 * reason. Closing it with entries asks first, and without an answer of the platform it reports that and keeps them.
 */
export function BatchProcessDialog(props: {
  alarms: readonly Alarm[]
  skipped: number
  /** All were processed. */
  onDone: () => void
  onClose: () => void
}) {
  const { alarms, skipped, onDone, onClose } = props
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const tErrors = useText('errors')
  const [form] = Form.useForm<Entry>()
  const [busy, setBusy] = useState(false)
  const [asked] = useState(alarms)
  const [results, setResults] = useState<readonly AlarmResult[]>()
  const [unanswered, setUnanswered] = useState(false)
  const chosen = Form.useWatch('type', form)
  const content = Form.useWatch('content', form) ?? ''
  const entered = !results && (chosen !== undefined || content !== '')
  useEffect(() => (entered ? guardPage() : undefined), [entered])
  const askToDiscard = useDiscardQuestion()
  const action = useProcessingAction(chosen)

  async function process({ type, content = '' }: Entry) {
    setBusy(true)
    setUnanswered(false)
    try {
      const { results: all, workOrderError } = await processMany(asked, type, content)
      if (workOrderError) notify.warning(t('processing.noWorkOrder', { why: errorText(workOrderError) }))
      if (all.every(({ code }) => code === CODES.ok)) {
        notify.success(tDetail('batch.all', { count: all.length }))
        onDone()
        onClose()
        return
      }
      setResults(all)
    } catch (error) {
      if (isUnanswered(error)) setUnanswered(true)
      else notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  function leave() {
    if (busy) return
    if (entered) askToDiscard(onClose)
    else onClose()
  }

  return (
    <Modal
      open
      width={results ? 560 : 440}
      title={t('query.batchTitle', { count: asked.length })}
      okText={action}
      okButtonProps={{
        disabled: chosen === undefined,
        title: chosen === undefined ? t('processing.chooseFirst') : '',
      }}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={leave}
      {...(results
        ? {
            footer: (
              <>
                <DialogUndoButton onUndone={onClose} />
                <Button type="primary" onClick={onClose}>
                  {tDetail('batch.close')}
                </Button>
              </>
            ),
          }
        : {})}
    >
      {results ? (
        <BatchResults alarms={asked} results={results} />
      ) : (
        <>
          {unanswered && <Alert type="warning" showIcon title={tErrors('unanswered')} />}
          {skipped > 0 && <Alert type="info" showIcon title={t('query.someSkipped', { count: skipped })} />}
          <Form name="batch" form={form} layout="vertical" onFinish={process}>
            <Form.Item name="type" label={t('processing.type')}>
              <Select
                placeholder={t('processing.choose')}
                options={selectableProcessing(null).map((value) => ({
                  value,
                  label: t(`processing.${processingName(value)}` as TextKey<'alarms'>),
                }))}
              />
            </Form.Item>
            <Form.Item name="content" label={t('processing.content')}>
              <Input.TextArea
                rows={3}
                maxLength={rulesOf(processAlarms.body.shape.content).maxLength}
                readOnly={busy}
                onKeyDown={(event) => {
                  const pressed = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat
                  if (pressed && chosen !== undefined && !busy) form.submit()
                }}
              />
            </Form.Item>
          </Form>
        </>
      )}
    </Modal>
  )
}
