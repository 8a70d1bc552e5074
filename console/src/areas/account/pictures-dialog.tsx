import { DeleteOutlined } from '@ant-design/icons'
import { deleteUploads, listUploads } from '@backlot/contract/uploads/calls'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty, Modal, Popconfirm, Spin } from 'antd'
import { bytesText } from '../../components/amount-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import type { AccountDialogProps } from './account-dialog.tsx'
import './account.css'

/** Pictures that the signed-in user uploaded, with their uses, and a way to remove unused ones. */
export function PicturesDialog({ title, onClose }: AccountDialogProps) {
  const t = useText('account')
  const { data, error, refetch } = useQuery({
    queryKey: ['uploads'],
    queryFn: ({ signal }) => request(listUploads, { signal }),
  })

  async function remove(filePath: string) {
    try {
      const { kept } = await request(deleteUploads, { body: { filePaths: [filePath] } })
      const use = kept[0]?.use
      if (use) notify.warning(t('pictures.kept', { use: t(`pictures.use.${use}`) }))
      else notify.success(t('pictures.removed'))
    } catch (failure) {
      notify.error(errorText(failure))
    }
    await refetch()
  }

  return (
    <Modal open width={720} title={title} footer={null} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={errorText(error)} />}
      {!data && !error && <Spin />}
      {data && (
        <>
          <p className="account-line">
            {t('pictures.used', {
              count: data.list.length,
              most: data.maxCount,
              bytes: bytesText(data.usedBytes),
              mostBytes: bytesText(data.maxBytes),
            })}
          </p>
          {data.list.length === 0 && <Empty description={t('pictures.none')} />}
          <ul className="account-pictures">
            {data.list.map(({ filePath, sizeBytes, time, use }) => (
              <li key={filePath}>
                <img src={platformAddress(filePath)} alt="" loading="lazy" />
                <span>
                  {formatTime(time)} · {bytesText(sizeBytes)}
                </span>
                <span>{use ? t(`pictures.use.${use}`) : t('pictures.unused')}</span>
                {!use && (
                  <Popconfirm
                    title={t('pictures.removeAsk')}
                    okText={t('pictures.remove')}
                    onConfirm={() => remove(filePath)}
                  >
                    <Button
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={`${t('pictures.remove')} ${formatTime(time)}`}
                    />
                  </Popconfirm>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
