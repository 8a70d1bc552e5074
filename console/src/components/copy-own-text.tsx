import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '../language/language.ts'
import { copyText } from './copy-text.ts'
import { notify } from './notifications/notify.ts'

/** Copies typed text that can no longer be sent. */
export function CopyOwnText({ text }: { text: string }) {
  const t = useText('shell')
  return (
    <Button
      size="small"
      icon={<CopyOutlined />}
      onClick={async () => (await copyText(text)) && notify.success(t('form.ownCopied'))}
    >
      {t('form.copyOwn')}
    </Button>
  )
}
