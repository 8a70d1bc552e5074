import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Form, Skeleton } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { followHeld } from '../../components/follow-held.ts'
import { notify } from '../../components/notifications/notify.ts'
import { textFault } from '../../features/table-screen/form-faults.ts'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { type ConfigField, ConfigFieldItem } from './config-fields.tsx'
import { CONFIG_KEY } from './config-key.ts'

type Values = Record<string, unknown>

type ConfigFormProps = {
  /** Fields to load, and the name under which they are cached. */
  name: readonly (string | number)[]
  load(signal: AbortSignal): Promise<object>
  save(values: object): Promise<unknown>
  /** The section, by the contract. */
  schema: z.ZodType
  /** Fields in groups; a group with a title has a box of its own. */
  groups: readonly { title?: string; fields: readonly ConfigField[] }[]
  /** Question before changed values are sent; undefined: none. */
  confirm?(
    values: object,
    held: object,
  ): Parameters<ReturnType<typeof App.useApp>['modal']['confirm']>[0] | undefined
  /** Called when unsent changes begin or end. */
  onDirty(dirty: boolean): void
  /** Shown above the fields. */
  head?: (loaded: object) => ReactNode
}

/** A section of a device's parameters: read from the device, changed, sent, and answered by it. */
export function ConfigForm({ name, load, save, schema, groups, onDirty, head, confirm }: ConfigFormProps) {
  const t = useText('deviceConfig')
  const shell = useText('shell')
  const { modal } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const key = [CONFIG_KEY, ...name]
  const loaded = useQuery({ queryKey: key, queryFn: ({ signal }) => load(signal), retry: false, gcTime: 0 })
  const values = (Form.useWatch([], form) as Values | undefined) ?? {}
  const held = loaded.data as Values | undefined
  const changed =
    held !== undefined && Object.keys(values).some((field) => differ(values[field], held[field]))
  useEffect(() => {
    onDirty(changed)
    return changed ? guardPage() : undefined
  }, [changed, onDirty])
  const followed = useRef<Values>({})
  useEffect(() => {
    if (!held) return
    form.setFieldsValue(followHeld(form.getFieldsValue(true), followed.current, held))
    followed.current = held
  }, [form, held])

  if (loaded.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  // Entries are not discarded when the device cannot be asked again.
  if (loaded.error && !held) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t('unread')}
        description={errorText(loaded.error)}
        action={<Button onClick={() => void loaded.refetch()}>{t('retry')}</Button>}
      />
    )
  }

  async function send() {
    const entered = { ...held, ...form.getFieldsValue(true) }
    const judged = schema.safeParse(entered)
    if (!judged.success) {
      form.setFields(
        judged.error.issues.map((issue) => ({
          name: issue.path as string[],
          errors: [
            issue.code === 'custom'
              ? t(`fault.${String(issue.path.at(-1))}` as TextKey<'deviceConfig'>)
              : (textFault(issue, shell) ?? t('invalid')),
          ],
        })),
      )
      return
    }
    const question = held && confirm?.(judged.data as object, held)
    if (question && !(await modal.confirm(question))) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await save(judged.data as object)
      const sent = { ...held, ...(judged.data as object) }
      form.setFieldsValue(sent)
      client.setQueryData(key, sent)
      notify.success(t('saved'))
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      name="device-config"
      form={form}
      layout="vertical"
      className="config-form"
      requiredMark={false}
      onFinish={() => void send()}
      onValuesChange={() => setRefusal(undefined)}
    >
      {refusal && <Alert type="error" showIcon title={refusal} />}
      {held && head?.(held)}
      <div className="config-groups">
        {groups.map(({ title, fields }) => (
          <fieldset key={title ?? ''} className={title ? 'config-group config-box' : 'config-group'}>
            {title && <legend>{title}</legend>}
            {fields.map((field) => (
              <ConfigFieldItem key={String(field.name)} field={field} schema={schema} values={values} />
            ))}
          </fieldset>
        ))}
      </div>
      <div className="config-foot">
        <Button disabled={!changed || busy} onClick={() => held && form.setFieldsValue(held)}>
          {t('undo')}
        </Button>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
          {t('send')}
        </Button>
      </div>
    </Form>
  )
}

const differ = (a: unknown, b: unknown) => a !== undefined && JSON.stringify(a) !== JSON.stringify(b)
