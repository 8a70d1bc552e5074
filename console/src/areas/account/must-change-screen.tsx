import { getInfo } from '@backlot/contract/session/calls'
import { Alert, Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { handleNotAuthorised } from '../../session/authorisation.ts'
import { signOutAndEnd } from '../../session/session-end.ts'
import { updateUserInfo, useSession } from '../../session/session-store.ts'
import { type PasswordEntry, PasswordFields, savePassword } from './password-fields.tsx'
import './account.css'

const takeOver = async () => updateUserInfo((await request(getInfo)).userInfo)

/** All that there is for somebody who signed in with a one-time password, until it is changed. */
export function MustChangeScreen() {
  const t = useText('account')
  const shell = useText('shell')
  const loginName = useSession((session) => session.userInfo?.loginName ?? '')
  const [form] = Form.useForm<PasswordEntry>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  useEffect(() => {
    document.title = `${t('password.mustChange')} · Backlot`
  }, [t])

  useEffect(() => {
    handleNotAuthorised()
    // Another tab may have changed it since this one kept the user's info.
    takeOver().catch((error: unknown) => noteProblem('session', String(error)))
    form.focusField('password')
  }, [form])

  async function send(entry: PasswordEntry) {
    setBusy(true)
    setRefusal(undefined)
    try {
      await savePassword(entry)
      notify.success(t('password.changed'))
      await takeOver()
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
    }
  }

  return (
    <main className="must-change">
      <section aria-labelledby="must-change-title">
        <h1 id="must-change-title">{t('password.mustChange')}</h1>
        <p className="account-line">
          {t('loginName')} <strong>{loginName}</strong>
        </p>
        <Alert type="info" showIcon title={t('password.mustChangeHint')} />
        <Form
          name="must-change"
          form={form}
          layout="vertical"
          className="account-form"
          requiredMark={false}
          onFinish={send}
          onValuesChange={() => setRefusal(undefined)}
        >
          {refusal && <Alert type="error" showIcon title={refusal} />}
          <PasswordFields loginName={loginName} />
          <div className="must-change-buttons">
            <Button onClick={() => void signOutAndEnd()}>{shell('user.signOut')}</Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('password.save')}
            </Button>
          </div>
        </Form>
      </section>
    </main>
  )
}
