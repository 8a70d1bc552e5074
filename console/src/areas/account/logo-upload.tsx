import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { uploadFile } from '@backlot/contract/uploads/calls'
import { Button, Tooltip } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { shown } from '../../app/message-bridge.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformAddress } from '../../platform/config.ts'
import { imageFault } from './account-rules.ts'

/** The account's picture: shown, replaced or taken away. Rules are checked before anything is sent. */
export function LogoUpload({ value, onChange }: { value?: string; onChange?: (path: string) => void }) {
  const t = useText('shell')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setBusy(true)
    try {
      const { width, height } = await pictureSize(file)
      const fault = imageFault({ type: file.type, bytes: file.size, width, height })
      if (fault) {
        shown().message.error(t(`account.image.${fault}`))
        return
      }
      const { filePath } = await request(uploadFile, { query: { filename: file.name }, bytes: file })
      onChange?.(filePath)
    } catch (error) {
      shown().message.error(t('account.image.failed', { why: errorText(error) }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="logo-upload">
      <span className="logo-upload-frame">
        {value ? (
          <img src={platformAddress(value)} alt={t('account.image.current')} />
        ) : (
          t('account.image.none')
        )}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        style={{ display: 'none' }}
        aria-label={t('account.image.choose')}
        onChange={choose}
      />
      <Tooltip title={t('account.image.rules')}>
        <Button icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
          {t('account.image.choose')}
        </Button>
      </Tooltip>
      {value && (
        <Button
          icon={<DeleteOutlined />}
          aria-label={t('account.image.remove')}
          title={t('account.image.remove')}
          onClick={() => onChange?.('')}
        />
      )}
    </div>
  )
}

/** Pixels of a picture file; 0 x 0 for what is no picture. */
async function pictureSize(file: File): Promise<{ width: number; height: number }> {
  const image = await createImageBitmap(file).catch(() => undefined)
  const size = { width: image?.width ?? 0, height: image?.height ?? 0 }
  image?.close()
  return size
}
