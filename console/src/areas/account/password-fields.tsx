import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import { modifyPassword } from '@backlot/contract/session/calls'
import { Form, Input } from 'antd'
import { PasswordMeter } from '../../components/password/password-meter.tsx'
import { type PasswordFault, passwordFault } from '../../components/password/password-rules.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { config } from '../../platform/config.ts'

export type PasswordEntry = { password: string; verifyPassword: string }

/** Sends a new password of the own account: only digests. Rejects with PlatformReplyError. */
export async function savePassword(entry: PasswordEntry): Promise<void> {
  const { password: digest } = config().adapter
  await request(modifyPassword, {
    body: {
      password: passwordDigest(entry.password, digest),
      verifyPassword: passwordDigest(entry.verifyPassword, digest),
    },
  })
}

/** A new password, twice. Strength is checked here, where the plain text is. Inside a form of `PasswordEntry`. */
export function PasswordFields({ loginName }: { loginName: string }) {
  const t = useText('account')
  const form = Form.useFormInstance<PasswordEntry>()
  const password = Form.useWatch('password', form) ?? ''
  const fault = (entry: string): PasswordFault | undefined =>
    passwordFault({ oldPassword: '', loginName, password: entry, verifyPassword: entry })

  return (
    <>
      <input type="text" autoComplete="username" value={loginName} readOnly hidden />
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
            validator: (_rule, value: string | undefined) => {
              const found = fault(value ?? '')
              return found ? Promise.reject(new Error(t(`password.fault.${found}`))) : Promise.resolve()
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="verifyPassword"
        label={t('password.again')}
        dependencies={['password']}
        rules={[
          {
            validator: (_rule, value: string | undefined) =>
              value === form.getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.fault.differ'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
