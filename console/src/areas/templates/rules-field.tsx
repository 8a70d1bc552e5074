import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { TEMPLATE_LIMITS, UPLOAD_FILE_TYPES } from '@backlot/contract/templates/constants'
import { UploadRule, uploadRuleFault } from '@backlot/contract/templates/entities'
import { Button, Select } from 'antd'
import type { z } from 'zod'
import { InputNumber } from '../../components/number-input.tsx'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { type Translate, useText } from '../../language/language.ts'

const NEW_RULE: UploadRule = {
  fileType: 'deviceTimingCapture',
  packMinutes: 10,
  uploadMinutes: 60,
  fromHour: 0,
  toHour: 24,
}
const LAST_HOUR = 24
const { rules: RULES_MAX } = TEMPLATE_LIMITS

/** Fault of the first invalid rule. */
export function rulesFault(t: Translate<'templates'>, rules: readonly UploadRule[]): string | undefined {
  for (const at of rules.keys()) {
    const fault = uploadRuleFault(rules, at)
    if (fault) return t(`rule.fault.${fault}`, { number: at + 1 })
  }
  return undefined
}

/** Rules of a template, a line each: files, packing, interval, and hours. */
export function RulesField(props: {
  id?: string
  value?: readonly UploadRule[]
  onChange?: (rules: UploadRule[]) => void
}) {
  const { id, value = [], onChange } = props
  const t = useText('templates')
  const set = (at: number, change: Partial<UploadRule>) =>
    onChange?.(value.map((rule, i) => (i === at ? { ...rule, ...change } : rule)))
  const full = value.length >= RULES_MAX
  return (
    <div className="template-rules" id={id}>
      {value.length > 0 && (
        <div className="template-rule template-rule-heads" aria-hidden="true">
          <span>{t('rule.fileType')}</span>
          <span>{t('rule.packMinutes')}</span>
          <span>{t('rule.uploadMinutes')}</span>
          <span>{t('rule.hours')}</span>
        </div>
      )}
      {value.map((rule, at) => (
        <fieldset key={at} className="template-rule" aria-label={t('rule.number', { number: at + 1 })}>
          <Select
            value={rule.fileType}
            options={UPLOAD_FILE_TYPES.map((type) => ({ value: type, label: t(`fileType.${type}`) }))}
            onChange={(fileType) => set(at, { fileType })}
            aria-label={t('rule.fileType')}
          />
          <Minutes
            label={t('rule.packMinutes')}
            value={rule.packMinutes}
            schema={UploadRule.shape.packMinutes}
            onChange={(packMinutes) => set(at, { packMinutes })}
          />
          <Minutes
            label={t('rule.uploadMinutes')}
            value={rule.uploadMinutes}
            schema={UploadRule.shape.uploadMinutes}
            onChange={(uploadMinutes) => set(at, { uploadMinutes })}
          />
          <span className="template-hours">
            <Select
              value={rule.fromHour}
              options={hours(0, LAST_HOUR - 1)}
              onChange={(fromHour) => set(at, { fromHour })}
              aria-label={t('rule.fromHour')}
            />
            –
            <Select
              value={rule.toHour}
              options={hours(1, LAST_HOUR)}
              onChange={(toHour) => set(at, { toHour })}
              aria-label={t('rule.toHour')}
            />
          </span>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('rule.remove', { number: at + 1 })}
            onClick={() => onChange?.(value.filter((_, i) => i !== at))}
          />
        </fieldset>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={full}
        title={full ? t('rule.full', { max: RULES_MAX }) : undefined}
        onClick={() => onChange?.([...value, NEW_RULE])}
      >
        {t('rule.add')}
      </Button>
    </div>
  )
}

function Minutes(props: {
  label: string
  value: number
  schema: z.ZodType
  onChange: (minutes: number) => void
}) {
  const { label, value, schema, onChange } = props
  const { min = 1, max } = rulesOf(schema)
  return (
    <InputNumber
      aria-label={label}
      value={value}
      min={min}
      max={max}
      precision={0}
      style={{ width: '100%' }}
      onChange={(next) => onChange(next ?? min)}
    />
  )
}

const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ value: first + i, label: hourText(first + i) }))

/** An hour of the day as people write it. */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
