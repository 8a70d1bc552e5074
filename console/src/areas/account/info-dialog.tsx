import { Email, PersonName } from '@backlot/contract/session/entities'
import { Form, Input } from 'antd'
import { PictureField } from '../../features/picture-field/picture-field.tsx'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx'
import { isEmail, isPhone } from './account-rules.ts'
import { ColourChoice } from './colour-choice.tsx'
import { saveMyInfo } from './save-my-info.ts'

type Entry = { name: string; email: string; phoneNumber: string; logo: string; theme: string }
const { maxLength: NAME_MAX } = rulesOf(PersonName)

/** Account info: name, email, phone, picture and platform colour. */
export function InfoDialog({ title, onClose }: AccountDialogProps) {
  const t = useText('account')
  const shell = useText('shell')
  const user = useSession((session) => session.userInfo)
  const [form] = Form.useForm<Entry>()
  if (!user) return null
  const { userId, loginName, name, email, phoneNumber, logo, theme } = user

  return (
    <AccountDialog
      width={460}
      title={title}
      form={form}
      initial={{ name, email, phoneNumber, logo, theme }}
      save={(entry) => saveMyInfo({ userId, ...entry })}
      savedText={t('saved')}
      onClose={onClose}
    >
      <p className="account-line">
        {t('loginName')} <strong>{loginName}</strong>
      </p>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, max: NAME_MAX, message: t('rule.name') }]}
      >
        <Input maxLength={NAME_MAX} autoComplete="name" />
      </Form.Item>
      <Form.Item name="email" label={t('email')} rules={[check((value) => isEmail(value), t('rule.email'))]}>
        <Input maxLength={rulesOf(Email).maxLength} autoComplete="email" />
      </Form.Item>
      <Form.Item
        name="phoneNumber"
        label={t('phone')}
        rules={[check((value) => isPhone(value), t('rule.phone'))]}
      >
        <Input autoComplete="tel" />
      </Form.Item>
      <Form.Item name="logo" label={t('picture')} extra={shell('picture.rules')}>
        <PictureField />
      </Form.Item>
      <Form.Item name="theme" label={t('colour')}>
        <ColourChoice />
      </Form.Item>
    </AccountDialog>
  )
}

function check(fits: (value: string) => boolean, message: string) {
  return {
    validator: (_rule: unknown, value: string | undefined) =>
      fits(value ?? '') ? Promise.resolve() : Promise.reject(new Error(message)),
  }
}
