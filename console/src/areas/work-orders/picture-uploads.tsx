import { CloseOutlined, PictureOutlined } from '@ant-design/icons'
import { uploadFile } from '@backlot/contract/uploads/calls'
import { ORDER_LIMITS } from '@backlot/contract/work-orders/constants'
import { Button, Tooltip } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { shown } from '../../components/message-bridge.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformAddress } from '../../platform/config.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** Pictures for a comment: chosen, sent at once, shown small, removed again. */
export function PictureUploads(props: { value?: readonly string[]; onChange?: (paths: string[]) => void }) {
  const { value = [], onChange } = props
  const t = useText('workOrders')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const full = value.length >= ORDER_LIMITS.pictures

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])].slice(0, ORDER_LIMITS.pictures - value.length)
    event.target.value = ''
    setBusy(true)
    const paths = [...value]
    for (const file of files) {
      try {
        const bytes = await shrinkPicture(file)
        const { filePath } = await request(uploadFile, { query: { filename: file.name }, bytes })
        if (!paths.includes(filePath)) paths.push(filePath)
      } catch (error) {
        shown().message.error(t('pictures.failed', { name: file.name, why: errorText(error) }))
      }
    }
    setBusy(false)
    onChange?.(paths)
  }

  return (
    <div className="order-uploads">
      {value.map((path, index) => (
        <span key={path} className="order-upload">
          <img src={platformAddress(path)} alt={t('pictures.nth', { n: index + 1 })} />
          <button
            type="button"
            aria-label={t('pictures.remove', { n: index + 1 })}
            onClick={() => onChange?.(value.filter((one) => one !== path))}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*"
        style={{ display: 'none' }}
        aria-label={t('pictures.choose')}
        onChange={(event) => void choose(event)}
      />
      <Tooltip title={full ? t('pictures.full', { most: ORDER_LIMITS.pictures }) : t('pictures.hint')}>
        <Button
          icon={<PictureOutlined />}
          loading={busy}
          disabled={full}
          onClick={() => input.current?.click()}
        >
          {t('pictures.add')}
        </Button>
      </Tooltip>
    </div>
  )
}
