import { DownloadOutlined } from '@ant-design/icons'
import { Button, Progress, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { type ExportJob, type ExportProgress, exportRows } from './export-rows.ts'

/** Saves all rows that match. While it runs it shows how far it is, and can be cancelled. */
export function ExportButton<Row>({
  job,
  reason,
}: {
  job: () => ExportJob<Row>
  reason: string | undefined
}) {
  const t = useText('shell')
  const [progress, setProgress] = useState<ExportProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const own = new AbortController()
    running.current = own
    setProgress({ rows: 0, total: 0 })
    try {
      const count = await exportRows(job(), own.signal, setProgress)
      notify.success(t('table.exported', { count }))
    } catch (error) {
      if (own.signal.aborted) notify.info(t('table.exportCancelled'))
      else notify.error(errorText(error))
    } finally {
      setProgress(undefined)
    }
  }

  if (!progress)
    return (
      <Tooltip title={reason}>
        <Button icon={<DownloadOutlined />} disabled={reason !== undefined} onClick={() => void run()}>
          {t('table.export')}
        </Button>
      </Tooltip>
    )
  const { rows, total } = progress
  return (
    <span className="table-export" role="status">
      <Progress
        className="table-export-bar"
        size="small"
        showInfo={false}
        percent={total === 0 ? 0 : (rows / total) * 100}
        aria-label={t('table.exporting', { rows, total })}
      />
      <span>{t('table.exporting', { rows, total })}</span>
      <Button onClick={() => running.current?.abort()}>{t('table.exportCancel')}</Button>
    </span>
  )
}
