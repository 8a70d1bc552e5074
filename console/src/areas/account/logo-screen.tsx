import { Button, Form } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { PictureField } from '../../features/picture-field/picture-field.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { ColourChoice } from './colour-choice.tsx'
import { saveMyInfo } from './save-my-info.ts'
import './account.css'

type Entry = { logo: string; theme: string }

/** The logo in the header and the platform's colour, as the signed-in user sees them. */
export function LogoScreen() {
  const t = useText('account')
  const shell = useText('shell')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<Entry>()
  const [busy, setBusy] = useState(false)
  const logo = Form.useWatch('logo', form) ?? user?.logo
  const theme = Form.useWatch('theme', form) ?? user?.theme
  if (!user) return null
  const changed = logo !== user.logo || theme?.toUpperCase() !== user.theme.toUpperCase()

  async function save(entry: Entry) {
    setBusy(true)
    try {
      await saveMyInfo(entry)
      notify.success(t('saved'))
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="logo-screen" aria-label={t('logo.title')}>
      <h1>{t('logo.title')}</h1>
      <p>{t('logo.hint')}</p>
      <Form
        name="logo"
        form={form}
        layout="vertical"
        className="account-form"
        initialValues={{ logo: user.logo, theme: user.theme }}
        onFinish={save}
      >
        <Form.Item name="logo" label={t('logo.picture')} extra={shell('picture.rules')}>
          <PictureField />
        </Form.Item>
        <Form.Item name="theme" label={t('colour')}>
          <ColourChoice />
        </Form.Item>
        <div>
          <Button
            type="primary"
            htmlType="submit"
            loading={busy}
            disabled={!changed}
            title={changed ? undefined : t('logo.unchanged')}
          >
            {t('save')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
