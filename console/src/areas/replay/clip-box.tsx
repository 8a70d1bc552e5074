import { CloseOutlined, DownloadOutlined, StepBackwardOutlined, StepForwardOutlined } from '@ant-design/icons'
import { RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import { App, Button, DatePicker, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useState } from 'react'
import { useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { startDownload } from './download-store.ts'
import { failureText } from './failure-text.ts'
import type { ReplayChannel } from './replay-channel.ts'
import type { Span } from './replay-span.ts'
import { lengthText } from './timeline-view.ts'

type ClipBoxProps = {
  clip: Span
  channels: readonly ReplayChannel[]
  selected: number
  cursor: () => number | undefined
  onClip: (clip: Span) => void
  onClose: () => void
}

/** The range of a clip and its download. The range is dragged on the timeline, typed here, or set by the cursor. */
export function ClipBox({ clip, channels, selected, cursor, onClip, onClose }: ClipBoxProps) {
  const t = useText('replay')
  const { message } = App.useApp()
  const [of, setOf] = useState<'one' | 'all'>('one')
  const [isAsking, setAsking] = useState(false)
  const zone = platformZoneMinutes()
  const lengthMs = clip.toMs - clip.fromMs
  const fault = lengthMs <= 0 ? 'order' : lengthMs > RECORDING_LIMITS.downloadMs ? 'tooLong' : undefined
  const wanted = of === 'all' ? channels : channels.slice(selected, selected + 1)

  const download = async () => {
    setAsking(true)
    for (const channel of wanted) {
      try {
        await startDownload(channel, clip)
      } catch (error) {
        message.error(failureText(t, error))
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
        {lengthText(lengthMs)}
      </span>
      {channels.length > 1 && (
        <Segmented<'one' | 'all'>
          size="small"
          aria-label={t('clip.of')}
          value={of}
          options={[
            { value: 'one', label: t('clip.one') },
            { value: 'all', label: t('clip.all') },
          ]}
          onChange={setOf}
        />
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
