import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { uploadFile } from '@backlot/contract/uploads/calls'
import { Button, Tooltip } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformAddress } from '../../platform/config.ts'
import { imageFault } from './image-fault.ts'
import './picture-field.css'

type PictureFieldProps = {
  /** Given by its form: the path of the picture, '' without one. */
  value?: string
  onChange?: (path: string) => void
  /** 'wide' for a logo, 'tall' for a face. */
  shape?: 'wide' | 'tall'
  /** There has to be one: it is replaced and never taken away. */
  required?: boolean
}

/** A picture in a form: shown, replaced or taken away. Rules are checked before anything is sent. */
export function PictureField({ value, onChange, shape = 'wide', required }: PictureFieldProps) {
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
        void notify.error(t(`picture.${fault}`))
        return
      }
      const { filePath } = await request(uploadFile, { query: { filename: file.name }, bytes: file })
      onChange?.(filePath)
    } catch (error) {
      void notify.error(t('picture.failed', { why: errorText(error) }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="picture-field" data-shape={shape}>
      <span className="picture-field-frame">
        {value ? <img src={platformAddress(value)} alt={t('picture.current')} /> : t('picture.none')}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        style={{ display: 'none' }}
        aria-label={t('picture.choose')}
        onChange={choose}
      />
      <Tooltip title={t('picture.rules')}>
        <Button icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
          {t('picture.choose')}
        </Button>
      </Tooltip>
      {value && !required && (
        <Button
          icon={<DeleteOutlined />}
          aria-label={t('picture.remove')}
          title={t('picture.remove')}
          onClick={() => onChange?.('')}
        />
      )}
    </div>
  )
}

/** Pixels of a picture file; 0 x 0 for other files. */
async function pictureSize(file: File): Promise<{ width: number; height: number }> {
  const image = await createImageBitmap(file).catch(() => undefined)
  const size = { width: image?.width ?? 0, height: image?.height ?? 0 }
  image?.close()
  return size
}
