import { Alert, App, Button, Modal } from 'antd'
import { useText } from '../../language/language.ts'
import { copyText } from '../../parts/copy-text.ts'

export type NewSecret = { name: string; secret: string }

/** Shows the secret of a rule, this once. */
export function SecretDialog(props: { secret: NewSecret; onClose: () => void }) {
  const { secret, onClose } = props
  const t = useText('alarmPush')
  const { message } = App.useApp()
  const copy = async () => {
    if (await copyText(secret.secret)) message.success(t('secretCopied'))
    else message.warning(t('secretNoCopy'))
  }
  return (
    <Modal
      open
      width={560}
      title={t('secretTitle', { name: secret.name })}
      closable={false}
      maskClosable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('secretDone')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('secretOnce')} />
      <div className="push-secret">
        <code>{secret.secret}</code>
        <Button onClick={copy}>{t('secretCopy')}</Button>
      </div>
    </Modal>
  )
}
