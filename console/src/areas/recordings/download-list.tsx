import { CloseOutlined, DownloadOutlined } from '@ant-design/icons'
import type { DownloadTask } from '@backlot/contract/recordings/entities'
import { Progress } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { channelNow } from '../../features/channel-list/use-channel.ts'
import { clockText } from '../../features/timeline/timeline-view.ts'
import { SideHead } from '../../features/video-screen/video-screen.tsx'
import { useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { useSession } from '../../session/session-store.ts'
import { endDownload, saveDownload, useDownloads } from './download-store.ts'
import { ExportCard } from './export-card.tsx'
import { useExport } from './export-store.ts'
import { failureText } from './failure-text.ts'
import { sizeText } from './file-list.tsx'

/** Clips that are being made or are ready. */
export function DownloadList() {
  const t = useText('recordings')
  const all = useDownloads((state) => state.list)
  const userId = useSession(({ userInfo }) => userInfo?.userId)
  const job = useExport((state) => (state.job?.userId === userId ? state.job : undefined))
  // What an export makes is shown with it.
  const list = all.filter((task) => !job?.parts.some(({ downloadId }) => downloadId === task.downloadId))
  return (
    <section className="download-list" aria-label={t('downloads.title')}>
      <SideHead name={t('downloads.title')} note={list.length > 0 ? list.length : undefined} />
      {job && <ExportCard job={job} />}
      {list.length === 0 ? (
        !job && <p className="replay-hint">{t('downloads.none')}</p>
      ) : (
        <ul>
          {list.map((task) => (
            <DownloadRow key={task.downloadId} task={task} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DownloadRow({ task }: { task: DownloadTask }) {
  const t = useText('recordings')
  const { state, percent, fileName: name } = task
  const zone = platformZoneMinutes()
  const isBusy = state === 'waiting' || state === 'running'
  const title = channelNow(task)?.title ?? task.sn
  return (
    <li className="download-row">
      <div>
        <span className="download-name" title={name}>
          {title}
        </span>
        <small>
          {clockText(task.startTime * 1000, zone)} – {clockText(task.endTime * 1000, zone)}
          {' · '}
          {t(`downloads.${task.reason === 'storageFull' ? task.reason : state}`)}
          {task.size > 0 && ` · ${sizeText(task.size)}`}
        </small>
        {isBusy && (
          <Progress
            percent={Math.round(percent)}
            size="small"
            showInfo={state === 'running'}
            aria-label={t('downloads.progress', { name })}
          />
        )}
      </div>
      {state === 'completed' && (
        <button
          type="button"
          aria-label={t('downloads.save', { name })}
          title={t('downloads.save', { name })}
          onClick={() => saveDownload(task)}
        >
          <DownloadOutlined />
        </button>
      )}
      <button
        type="button"
        aria-label={t('downloads.cancel', { name })}
        title={t('downloads.cancel', { name })}
        onClick={() => {
          endDownload(task.downloadId).catch((error: unknown) => notify.error(failureText(t, error)))
        }}
      >
        <CloseOutlined />
      </button>
    </li>
  )
}
