import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { ToolButton } from '../../components/tool-button.tsx'
import { useText } from '../../language/language.ts'
import { type ExportJob, jobPercent } from './export-job.ts'
import { endExport, retryExport } from './export-store.ts'

/** An export: as a whole, and each channel with its file's hash or the reason that there is none. */
export function ExportCard({ job }: { job: ExportJob }) {
  const t = useText('recordings')
  const done = job.parts.filter(({ state }) => state === 'done').length
  const hasFailed = job.isDone && done < job.parts.length
  return (
    <section className="export-card" aria-label={t('export.job')}>
      <header>
        <strong>{t('export.job')}</strong>
        <small className="export-summary" role="status">
          {t('export.summary', { done, count: job.parts.length })}
        </small>
        {hasFailed && (
          <ToolButton label={t('export.retry')} icon={<ReloadOutlined />} onClick={retryExport} />
        )}
        <ToolButton
          label={t(job.isDone ? 'export.dismiss' : 'export.cancel')}
          icon={<CloseOutlined />}
          onClick={() => void endExport()}
        />
      </header>
      {!job.isDone && (
        <Progress percent={Math.round(jobPercent(job))} size="small" aria-label={t('export.progress')} />
      )}
      <ul>
        {job.parts.map((part) => (
          <li key={`${part.sn}/${part.chnId}`} data-state={part.state}>
            <span title={part.name}>{part.name}</span>
            <small className="export-state" data-failed={part.state === 'failed' || undefined}>
              {part.state === 'failed'
                ? part.failure
                : t(`export.state.${part.state}`, { percent: Math.round(part.percent) })}
            </small>
            {part.sha256 && <code title={`SHA-256 ${part.sha256}`}>SHA-256 {part.sha256}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}
