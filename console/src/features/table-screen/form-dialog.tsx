import { Alert, Button, Form, Input, Modal, Select, Switch, Tooltip, TreeSelect } from 'antd'
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react'
import { PasswordMeter } from '../../components/password/password-meter.tsx'
import { useDiscardQuestion } from '../../components/use-discard-question.ts'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useText } from '../../language/language.ts'
import { isOutdated } from '../../platform/platform-reply-error.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { type FieldRules, rulesOf } from './field-rules.ts'
import { changedMeanwhile, fieldFault, isChanged, schemaOf } from './form-faults.ts'
import type { FormDescription, FormField, FormValues } from './form-types.ts'
import { NumberField } from './number-field.tsx'
import './form-dialog.css'

const WIDTH_PX = 480

type Props = {
  description: FormDescription
  onClose: () => void
  /** Called with the message when it is saved. */
  onSaved: (message: string) => void
  /** Called when the platform refuses because somebody else changed or removed it. */
  onOutdated?: () => void
}

/**
 * A described form. Closing it with changes asks first; leaving the page does too. When the description comes with
 * other initial values, because somebody else changed the record, entered values stay, the other fields follow, and the
 * form lists the changes; saving it again is then a change of the record as it is now.
 */
export function FormDialog({ description, onClose, onSaved, onOutdated }: Props) {
  const { title, okText, width = WIDTH_PX, fields, editing = false } = description
  const t = useText('shell')
  const askToDiscard = useDiscardQuestion()
  const [form] = Form.useForm<FormValues>()
  const [initial, setInitial] = useState(description.initial)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [overtaken, setOvertaken] = useState<string[]>([])
  const values = (Form.useWatch([], form) as FormValues | undefined) ?? initial
  const changed = isChanged(initial, { ...initial, ...values })
  useEffect(() => (changed ? guardPage() : undefined), [changed])

  const record = JSON.stringify(description.initial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the record is another one, not when it is drawn again
  useEffect(() => {
    if (!editing || busy) return
    const now = description.initial
    const theirs = changedMeanwhile(initial, { ...initial, ...form.getFieldsValue(true) }, now)
    if (theirs.changed.length === 0) return
    form.setFieldsValue(theirs.untouched)
    setInitial(now)
    setRefusal(undefined)
    setOvertaken(theirs.changed)
  }, [record, busy])

  async function save(entry: FormValues) {
    setBusy(true)
    setRefusal(undefined)
    try {
      const message = await description.save({ ...initial, ...entry })
      if (message === undefined) setBusy(false)
      else onSaved(message)
    } catch (error) {
      setBusy(false)
      setRefusal(errorText(error))
      if (isOutdated(error)) onOutdated?.()
    }
  }

  function leave() {
    if (busy) return
    if (changed) askToDiscard(onClose)
    else onClose()
  }

  const nothingToSave = editing && !changed
  // With the button as its own, the form is sent by Enter in any line of text.
  const formId = useId()
  return (
    <Modal
      open
      className="form-modal"
      width={width}
      title={title}
      onCancel={leave}
      afterOpenChange={(open) => {
        const first = fields.find((field) => field.disabledReason === undefined)
        // An operator who began elsewhere while it opened continues there.
        const begun = document.activeElement?.closest('.form-dialog')
        if (open && first && !begun) form.focusField(first.name)
      }}
      footer={
        <>
          <Button onClick={leave}>{t('form.cancel')}</Button>
          <Tooltip title={nothingToSave ? t('form.unchanged') : undefined}>
            <Button type="primary" htmlType="submit" form={formId} disabled={nothingToSave} loading={busy}>
              {okText}
            </Button>
          </Tooltip>
        </>
      }
    >
      <Form
        form={form}
        // Ids of the fields begin with it: a dialog that closes may have fields of the same names.
        name={formId}
        id={formId}
        layout="vertical"
        className="form-dialog"
        initialValues={initial}
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={save}
        onValuesChange={() => setRefusal(undefined)}
      >
        {refusal && <Alert type="error" showIcon title={refusal} className="form-dialog-refusal" />}
        {overtaken.length > 0 && (
          <Alert
            type="warning"
            showIcon
            className="form-dialog-refusal"
            title={t('form.overtaken')}
            description={
              <>
                <ul>
                  {fields
                    .filter(({ name }) => overtaken.includes(name))
                    .map((field) => (
                      <li key={field.name}>{valueText(field, initial[field.name], t)}</li>
                    ))}
                </ul>
                {t('form.overtakenHint')}
              </>
            }
          />
        )}
        {fields.map((field) => (
          <Form.Item
            key={field.name}
            name={field.name}
            label={field.label}
            className={field.half ? 'form-dialog-half' : 'form-dialog-whole'}
            extra={extraOf(field, values[field.name])}
            // A field that was not reached yet shows no fault.
            dependencies={form.isFieldTouched(field.name) ? [...(field.dependsOn ?? [])] : []}
            rules={[
              {
                validator: async () => {
                  const entered = { ...initial, ...form.getFieldsValue(true) }
                  const fault = fieldFault(description, field, entered, t)
                  if (fault !== undefined) throw new Error(fault)
                },
              },
            ]}
          >
            {control(field, rulesOf(schemaOf(description.schema, field)))}
          </Form.Item>
        ))}
      </Form>
    </Modal>
  )
}

/** A field with a value that can be written in a few words, or its label alone. */
function valueText(field: FormField, value: unknown, t: Translate<'shell'>): string {
  const { label } = field
  const told = (text: string | undefined) => (text ? t('form.nowIs', { label, value: text }) : label)
  switch (field.kind) {
    case 'text':
      return told(String(value ?? ''))
    case 'select':
      return told(field.options.find((option) => option.value === value)?.label)
    case 'switch':
      return told(t(value ? 'form.on' : 'form.off'))
    default:
      return label
  }
}

function extraOf(field: FormField, value: unknown): ReactNode {
  const words = field.disabledReason ?? field.help
  if (field.kind !== 'password' || !field.meter) return words
  return (
    <>
      <PasswordMeter password={String(value ?? '')} />
      {words}
    </>
  )
}

function control(field: FormField, { maxLength, min, max, isInt }: FieldRules): ReactElement {
  const disabled = field.disabledReason !== undefined
  switch (field.kind) {
    case 'text':
      return (
        <Input
          disabled={disabled}
          autoComplete={field.autoComplete ?? 'off'}
          placeholder={field.placeholder}
          maxLength={maxLength}
        />
      )
    case 'lines':
      return <Input.TextArea disabled={disabled} rows={field.rows} maxLength={maxLength} showCount />
    case 'number':
      return (
        <NumberField
          disabled={disabled}
          min={min}
          max={max}
          precision={isInt ? 0 : field.decimals}
          least={field.least}
        />
      )
    case 'password':
      return <Input.Password disabled={disabled} autoComplete="new-password" />
    case 'select':
      return (
        <Select
          disabled={disabled}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...field.options]}
          aria-label={field.label}
        />
      )
    case 'tree':
      return (
        <TreeSelect
          disabled={disabled}
          showSearch={{ treeNodeFilterProp: 'title' }}
          treeData={field.nodes}
          treeDefaultExpandAll
          aria-label={field.label}
        />
      )
    case 'switch':
      return <Switch disabled={disabled} aria-label={field.label} />
    case 'custom':
      return field.control
  }
}
