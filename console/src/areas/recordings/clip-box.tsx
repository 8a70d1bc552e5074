import { CloseOutlined, DownloadOutlined, StepBackwardOutlined, StepForwardOutlined } from '@ant-design/icons'
import type { RecordFile } from '@backlot/contract/recordings/entities'
import { Button } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useEffect, useState } from 'react'
import { DatePicker } from '../../components/date-picker.ts'
import { notify } from '../../components/notifications/notify.ts'
import { clipFault, recordedMs, untilNow } from '../../features/timeline/clip-range.ts'
import type { Span } from '../../features/timeline/span.ts'
import { lengthText } from '../../features/timeline/timeline-view.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { startDownload } from './download-store.ts'
import { ExportDialog } from './export-dialog.tsx'
import { failureText } from './failure-text.ts'
import { channelKey, type ReplayChannel } from './replay-channel.ts'

const LOOK_MS = 1000 as const
/** Less than that missing is no gap worth a word. */
const GAP_MS = 1000

type ClipBoxProps = {
  clip: Span
  channels: readonly ReplayChannel[]
  selected: number
  /** All recordings of the clip by channel; undefined when the query leaves some out. */
  files: ReadonlyMap<string, readonly RecordFile[]> | undefined
  cursor: () => number | undefined
  onClip: (clip: Span) => void
  onClose: () => void
}

/** The range of a clip and its download. The range is dragged on the timeline, typed here, or set by the cursor. */
export function ClipBox({ clip, channels, selected, files, cursor, onClip, onClose }: ClipBoxProps) {
  const t = useText('recordings')
  const [isExporting, setExporting] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const zone = platformZoneMinutes()
  const nowMs = platformNow()
  const isAhead = clip.toMs > nowMs
  // The existing part of a clip that ends in the future grows.
  const [, redraw] = useState(0)
  useEffect(() => {
    if (!isAhead) return
    const timer = setInterval(() => redraw((count) => count + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [isAhead])
  const there = untilNow(clip, nowMs)
  const lengthMs = there.toMs - there.fromMs
  const wanted = channels.slice(selected, selected + 1)
  const recorded = wanted.flatMap((channel) => {
    const known = files?.get(channelKey(channel))
    return known ? [recordedMs(known, there, nowMs)] : []
  })
  const [least, most] = [Math.min(...recorded), Math.max(...recorded)]
  const isEmpty = recorded.length > 0 && most === 0
  const fault = clipFault(clip, nowMs) ?? (isEmpty ? 'empty' : undefined)
  const hasGaps = recorded.length > 0 && !fault && lengthMs - least >= GAP_MS

  const download = async () => {
    setAsking(true)
    const cut = untilNow(clip, platformNow())
    for (const channel of wanted) {
      try {
        await startDownload(channel, cut)
      } catch (error) {
        notify.error(failureText(t, error))
      }
    }
    setAsking(false)
  }
  const field = (which: keyof Span, label: string) => (
    <DatePicker
      size="small"
      showTime
      showNow={false}
      allowClear={false}
      className="query-date"
      aria-label={label}
      format="YYYY-MM-DD HH:mm:ss"
      status={fault ? 'error' : ''}
      value={dayjs(toPickerDate(clip[which], zone))}
      onChange={(date: Dayjs | null) =>
        date && onClip({ ...clip, [which]: fromPickerDate(date.toDate(), zone) })
      }
    />
  )
  const here = (which: keyof Span, label: string, icon: ReactNode) => (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={label}
      title={label}
      onClick={() => {
        const at = cursor()
        if (at !== undefined) onClip({ ...clip, [which]: Math.round(at) })
      }}
    />
  )
  return (
    <section className="clip-box" aria-label={t('clip.title')}>
      <strong>{t('clip.title')}</strong>
      {field('fromMs', t('clip.from'))}
      {here('fromMs', t('clip.fromHere'), <StepBackwardOutlined />)}
      <span aria-hidden>–</span>
      {field('toMs', t('clip.to'))}
      {here('toMs', t('clip.toHere'), <StepForwardOutlined />)}
      <span className="clip-length" data-fault={fault}>
        {lengthText(Math.max(0, lengthMs))}
      </span>
      {hasGaps && (
        <span className="clip-note" role="status">
          {least === most
            ? t('clip.recorded', { length: lengthText(least) })
            : t('clip.recordedBetween', { least: lengthText(least), most: lengthText(most) })}
        </span>
      )}
      {isAhead && !fault && (
        <span className="clip-note" role="status">
          {t('clip.untilNow')}
        </span>
      )}
      <Button
        size="small"
        type="primary"
        icon={<DownloadOutlined />}
        loading={isAsking}
        disabled={fault !== undefined || wanted.length === 0}
        title={fault ? t(`clip.${fault}`) : wanted.length === 0 ? t('clip.nothing') : ''}
        onClick={() => void download()}
      >
        {t('clip.download')}
      </Button>
      <Button
        size="small"
        disabled={(fault !== undefined && fault !== 'empty') || channels.length === 0}
        onClick={() => setExporting(true)}
      >
        {t('export.open')}
      </Button>
      {isExporting && (
        <ExportDialog
          channels={channels}
          span={untilNow(clip, platformNow())}
          onClose={() => setExporting(false)}
        />
      )}
      {fault && (
        <span className="query-fault" role="alert">
          {t(`clip.${fault}`)}
        </span>
      )}
      <span className="tool-gap" />
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('clip.close')}
        title={t('clip.close')}
        onClick={onClose}
      />
    </section>
  )
}
