import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import { modifyPassword } from '@backlot/contract/session/calls'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { useSession } from '../../app/session-store.ts'
import { useText } from '../../language/language.ts'
import { PasswordMeter } from '../../parts/password/password-meter.tsx'
import { type PasswordFault, passwordFault } from '../../parts/password/password-rules.ts'
import { request } from '../../platform/client.ts'
import { config } from '../../platform/config.ts'
import { AccountDialog } from './account-dialog.tsx'

type Entry = { password: string; verifyPassword: string }

/** Changes the own password. Strength is checked here, where the plain text is; only digests are sent. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText('shell')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<Entry>()
  const [refusal, setRefusal] = useState<string>()
  const password = Form.useWatch('password', form) ?? ''
  if (!user) return null

  const fault = (entry: Partial<Entry>): PasswordFault | undefined =>
    passwordFault({
      oldPassword: '',
      loginName: user.loginName,
      password: entry.password ?? '',
      verifyPassword: entry.verifyPassword ?? '',
    })

  async function save(entry: Entry) {
    const { password: digest } = config().adapter
    await request(modifyPassword, {
      body: {
        password: passwordDigest(entry.password, digest),
        verifyPassword: passwordDigest(entry.verifyPassword, digest),
      },
    })
  }

  return (
    <AccountDialog
      title={t('user.password')}
      form={form}
      save={save}
      savedText={t('password.changed')}
      onRefusal={setRefusal}
      onClose={onClose}
    >
      {user.passwordValidDays !== undefined && (
        <p className="account-line">{t('password.validity', { days: user.passwordValidDays })}</p>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <input type="text" autoComplete="username" value={user.loginName} readOnly hidden />
      <Form.Item
        name="password"
        label={t('password.new')}
        extra={
          <>
            <PasswordMeter password={password} />
            {t('password.rules')}
          </>
        }
        rules={[
          {
            validator: (_rule, value: string) => {
              const found = fault({ password: value, verifyPassword: value })
              return found ? Promise.reject(new Error(t(`password.fault.${found}`))) : Promise.resolve()
            },
          },
        ]}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="verifyPassword"
        label={t('password.again')}
        dependencies={['password']}
        rules={[
          {
            validator: (_rule, value: string) =>
              value === form.getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.fault.differ'))),
          },
        ]}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Form.Item>
    </AccountDialog>
  )
}
