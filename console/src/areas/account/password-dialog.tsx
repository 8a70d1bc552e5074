import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx'
import { type PasswordEntry, PasswordFields, savePassword } from './password-fields.tsx'

/** Changes the own password. */
export function PasswordDialog({ title, onClose }: AccountDialogProps) {
  const t = useText('account')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<PasswordEntry>()
  const [refusal, setRefusal] = useState<string>()
  if (!user) return null

  return (
    <AccountDialog
      title={title}
      form={form}
      save={savePassword}
      savedText={t('password.changed')}
      onRefusal={setRefusal}
      onClose={onClose}
    >
      {user.passwordValidDays !== undefined && (
        <p className="account-line">{t('password.validity', { count: user.passwordValidDays })}</p>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <PasswordFields loginName={user.loginName} />
    </AccountDialog>
  )
}
