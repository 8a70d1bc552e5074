import { Alert, Button, Modal } from 'antd'
import { useText } from '../../language/language.ts'
import { copyText } from '../copy-text.ts'
import { notify } from '../notifications/notify.ts'
import './shown-once-dialog.css'

type Props = {
  title: string
  /** Note about its purpose, and that it is shown only once. */
  note: string
  text: string
  onClose: () => void
}

/** A text that the platform shows once: a secret, a one-time password. Only its button closes the dialog. */
export function ShownOnceDialog({ title, note, text, onClose }: Props) {
  const t = useText('shell')
  const copy = async () => {
    if (await copyText(text)) notify.success(t('shownOnce.copied'))
    else notify.warning(t('shownOnce.notCopied'))
  }
  return (
    <Modal
      open
      width={560}
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('shownOnce.done')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={note} />
      <div className="shown-once">
        <code>{text}</code>
        <Button onClick={copy}>{t('shownOnce.copy')}</Button>
      </div>
    </Modal>
  )
}
