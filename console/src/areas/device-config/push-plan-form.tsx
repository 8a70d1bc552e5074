import { NewPushPlan } from '@backlot/contract/device-config/entities'
import { Button, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { textFault } from '../../features/table-screen/form-faults.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { MinuteInput } from './minute-input.tsx'

const Plan = NewPushPlan.omit({ id: true })
type Entry = z.infer<typeof Plan>
const WEEK = [1, 2, 3, 4, 5, 6, 0]

/** A new push plan: its name, days and hours. */
export function PushPlanForm(props: { onSave: (plan: Entry) => Promise<void>; onCancel: () => void }) {
  const { onSave, onCancel } = props
  const t = useText('deviceConfig')
  const shell = useText('shell')
  const [form] = Form.useForm<Entry>()
  const fits = (field: keyof Entry) => ({
    validator: (_rule: unknown, value: unknown) => {
      const [issue] = Plan.shape[field].safeParse(value).error?.issues ?? []
      return issue ? Promise.reject(new Error(textFault(issue, shell) ?? t('invalid'))) : Promise.resolve()
    },
  })
  return (
    <Form
      name="push-plan"
      form={form}
      layout="inline"
      className="config-box config-inline"
      requiredMark={false}
      initialValues={{ name: '', weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1080 }}
      onFinish={(entry) => void onSave(Plan.parse(entry))}
    >
      <Form.Item name="name" label={t('planName')} rules={[fits('name')]}>
        <Input maxLength={rulesOf(Plan.shape.name).maxLength} style={{ width: 140 }} />
      </Form.Item>
      <Form.Item name="weekdays" label={t('days')} rules={[fits('weekdays')]}>
        <Select
          mode="multiple"
          style={{ minWidth: 220 }}
          aria-label={t('days')}
          options={WEEK.map((value) => ({ value, label: t(`day.${value}` as TextKey<'deviceConfig'>) }))}
        />
      </Form.Item>
      <Form.Item name="fromMinute" label={t('from')}>
        <MinuteInput label={t('from')} disabled={false} />
      </Form.Item>
      <Form.Item name="toMinute" label={t('to')}>
        <MinuteInput label={t('to')} disabled={false} />
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
