import { CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useText } from '../language/language.ts'
import { copyText } from './copy-text.ts'

/** Copies typed text that can no longer be sent. */
export function CopyOwnText({ text }: { text: string }) {
  const t = useText('shell')
  const { message } = App.useApp()
  return (
    <Button
      size="small"
      icon={<CopyOutlined />}
      onClick={async () => (await copyText(text)) && message.success(t('form.ownCopied'))}
    >
      {t('form.copyOwn')}
    </Button>
  )
}
