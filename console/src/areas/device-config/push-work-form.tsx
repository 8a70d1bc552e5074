import { PUSH_AT_ONCE } from '@backlot/contract/device-config/constants'
import { type PushPlan, PushWork } from '@backlot/contract/device-config/entities'
import type { Channel } from '@backlot/contract/devices/entities'
import { Button, Form, Input, Select } from 'antd'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { useText } from '../../language/language.ts'

type Entry = Omit<PushWork, 'id'>
const Work = PushWork.omit({ id: true })

/** A channel to be pushed: which, where to, by which plan. */
export function PushWorkForm(props: {
  channels: readonly Channel[]
  plans: readonly PushPlan[]
  onSave: (work: Entry) => Promise<void>
  onCancel: () => void
}) {
  const { channels, plans, onSave, onCancel } = props
  const t = useText('deviceConfig')
  const [form] = Form.useForm<Entry>()
  return (
    <Form
      name="push-work"
      form={form}
      layout="inline"
      className="config-box config-inline"
      requiredMark={false}
      initialValues={{ chnId: channels[0]?.chnId, streamType: 'sub', url: '', planId: PUSH_AT_ONCE }}
      onFinish={(entry) => void onSave(Work.parse(entry))}
    >
      <Form.Item name="chnId" label={t('channel')}>
        <Select
          style={{ minWidth: 150 }}
          aria-label={t('channel')}
          options={channels.map(({ chnId, name }) => ({ value: chnId, label: name }))}
        />
      </Form.Item>
      <Form.Item name="streamType" label={t('streamType')}>
        <Select
          style={{ width: 130 }}
          aria-label={t('streamType')}
          options={[
            { value: 'main', label: t('stream.main') },
            { value: 'sub', label: t('stream.sub') },
          ]}
        />
      </Form.Item>
      <Form.Item name="planId" label={t('plan')}>
        <Select
          style={{ width: 170 }}
          aria-label={t('plan')}
          options={[
            { value: PUSH_AT_ONCE, label: t('atOnce') },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
      <Form.Item
        name="url"
        label={t('pushUrl')}
        rules={[
          {
            validator: (_rule, value) =>
              Work.shape.url.safeParse(value).success
                ? Promise.resolve()
                : Promise.reject(new Error(t('fault.url'))),
          },
        ]}
      >
        <Input
          maxLength={rulesOf(Work.shape.url).maxLength}
          style={{ width: 'min(300px, 62vw)' }}
          placeholder="rtmp://192.168.1.20:1935/live/gate"
        />
      </Form.Item>
      <div className="config-foot">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit">
          {t('send')}
        </Button>
      </div>
    </Form>
  )
}
