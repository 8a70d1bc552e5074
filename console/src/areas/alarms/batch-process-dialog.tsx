import type { Alarm } from '@backlot/contract/alarms/entities'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { shown } from '../../app/message-bridge.tsx'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { initialProcessing, processingName, selectableProcessing } from './alarm-rules.ts'
import { processNow } from './process-alarms.ts'

type Entry = { type: number; content: string }

/** Processes several alarms with one result, all or none. */
export function BatchProcessDialog(props: {
  alarms: readonly Alarm[]
  skipped: number
  onClose: () => void
}) {
  const { alarms, skipped, onClose } = props
  const t = useText('alarms')
  const [form] = Form.useForm<Entry>()
  const [busy, setBusy] = useState(false)

  async function process({ type, content = '' }: Entry) {
    setBusy(true)
    try {
      const { workOrderError } = await processNow(alarms, type, content)
      shown().message.success(t('processing.done'))
      if (workOrderError)
        shown().message.warning(t('processing.noWorkOrder', { why: errorText(workOrderError) }))
      onClose()
    } catch (error) {
      setBusy(false)
      shown().message.error(errorText(error))
    }
  }

  return (
    <Modal
      open
      width={440}
      title={t('query.batchTitle', { count: alarms.length })}
      okText={t('processing.process')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      {skipped > 0 && <Alert type="info" showIcon title={t('query.someSkipped', { count: skipped })} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ type: initialProcessing(null) }}
        onFinish={process}
      >
        <Form.Item name="type" label={t('processing.type')}>
          <Select
            options={selectableProcessing(null).map((value) => ({
              value,
              label: t(`processing.${processingName(value)}` as TextKey<'alarms'>),
            }))}
          />
        </Form.Item>
        <Form.Item name="content" label={t('processing.content')}>
          <Input.TextArea rows={3} maxLength={255} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
