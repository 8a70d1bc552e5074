import { CloseOutlined, PictureOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { uploadFile } from '@backlot/contract/uploads/calls'
import { ORDER_LIMITS } from '@backlot/contract/work-orders/constants'
import { Button, Tooltip } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformAddress } from '../../platform/config.ts'

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
        notify.error(t('pictures.failed', { name: file.name, why: errorText(error) }))
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

/** Longest side of a picture that is sent: enough to read a label in it. */
const SIDE_MAX = 2000
const QUALITIES = [0.86, 0.72, 0.55]

/**
 * A picture that the platform takes: as it is when it is a JPEG or PNG of at most 1 MB, else drawn smaller as a JPEG
 * (a phone's photographs are several megabytes). Rejects when it cannot be read as a picture.
 */
async function shrinkPicture(file: File): Promise<Blob> {
  const fits = file.size <= LIMITS.imageBytesMax && /^image\/(jpeg|png)$/.test(file.type)
  if (fits) return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (blob.size <= LIMITS.imageBytesMax) return blob
  }
  throw new Error(`${file.name}: still too large`)
}
