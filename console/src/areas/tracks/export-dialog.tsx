import { trackExport } from '@backlot/contract/tracks/calls'
import { exportSpanFault } from '@backlot/contract/tracks/track-span'
import { Modal, Progress, Segmented, Select } from 'antd'
import { useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import { saveFile } from '../../features/player/snapshot.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { MomentField } from './moment-field.tsx'
import { readTrack, type Span, type Track } from './track.ts'
import { EXPORT_FORMATS, type ExportedTrack, type ExportFormat, trackFile } from './track-files.ts'
import type { ChosenSpan } from './track-span.ts'

const INTERVALS = [1, 5, 10, 30, 60] as const

type ExportDialogProps = { sns: readonly string[]; span: Span; onClose(): void }

/** Takes tracks of at most seven days away as a file: CSV, GPX or GeoJSON. */
export function ExportDialog({ sns, span: first, onClose }: ExportDialogProps) {
  const t = useText('tracks')
  const [span, setSpan] = useState<ChosenSpan>(first)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [interval, setInterval] = useState<number>(INTERVALS[0])
  const [share, setShare] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  const zone = platformZoneMinutes()
  const { fromMs, toMs } = span
  const fault =
    fromMs === undefined || toMs === undefined
      ? 'missing'
      : exportSpanFault(fromMs, toMs, platformNow(), zone)

  const save = async () => {
    if (fault !== undefined || fromMs === undefined || toMs === undefined) return
    const stop = new AbortController()
    stopping.current = stop
    setShare(0)
    try {
      const ask = { fromMs, toMs, interval, signal: stop.signal }
      const tracks = await fetchTracks(sns, ask, setShare)
      const count = tracks.reduce(
        (sum, { parts }) => sum + parts.reduce((n, { timeMs }) => n + timeMs.length, 0),
        0,
      )
      if (count === 0) {
        notify.info(t('export.nothing'))
        return
      }
      saveFile(trackFile(format, tracks, zone), fileName(tracks, fromMs, toMs, format))
      notify.success(t('export.done', { count }))
      onClose()
    } catch (error) {
      if (!stop.signal.aborted) notify.error(errorText(error))
    } finally {
      setShare(undefined)
    }
  }
  const close = () => {
    stopping.current?.abort()
    onClose()
  }
  return (
    <Modal
      open
      width={420}
      title={t('export.title')}
      okText={t('export.save')}
      cancelText={t('export.cancel')}
      okButtonProps={{ disabled: fault !== undefined, loading: share !== undefined }}
      onOk={() => void save()}
      onCancel={close}
    >
      <div className="track-export">
        <p>{sns.map((sn) => deviceBySn(sn)?.name ?? sn).join(', ')}</p>
        <MomentField which="fromMs" span={span} faulty={fault !== undefined} onSpan={setSpan} />
        <MomentField which="toMs" span={span} faulty={fault !== undefined} onSpan={setSpan} />
        {fault !== undefined && (
          <p className="track-fault" role="alert">
            {t(`fault.${fault}`)}
          </p>
        )}
        <Segmented<ExportFormat>
          block
          aria-label={t('export.format')}
          value={format}
          options={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.${value}`) }))}
          onChange={setFormat}
        />
        <div className="track-field">
          <span aria-hidden>{t('export.interval')}</span>
          <Select
            size="small"
            aria-label={t('export.interval')}
            value={interval}
            options={INTERVALS.map((seconds) => ({
              value: seconds,
              label: t('duration.seconds', { seconds }),
            }))}
            onChange={setInterval}
          />
        </div>
        <p className="track-export-note">{t('export.note')}</p>
        {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" />}
      </div>
    </Modal>
  )
}

/** All parts of all tracks, one after the other. Rejects as `request` does. */
async function fetchTracks(
  sns: readonly string[],
  ask: Span & { interval: number; signal: AbortSignal },
  onShare: (share: number) => void,
): Promise<ExportedTrack[]> {
  const { fromMs, toMs, interval, signal } = ask
  const tracks: ExportedTrack[] = []
  for (const sn of sns) {
    const read: Track[] = []
    for (let part = 0, parts = 1; part < parts; part++) {
      const body = { sn, startTime: fromMs / 1000, endTime: toMs / 1000, interval, part }
      const answer = await request(trackExport, { body, signal })
      parts = answer.parts
      read.push(readTrack(answer))
      onShare((tracks.length + (part + 1) / parts) / sns.length)
    }
    tracks.push({ sn, name: deviceBySn(sn)?.name ?? sn, parts: read })
  }
  return tracks
}

function fileName(
  tracks: readonly ExportedTrack[],
  fromMs: number,
  toMs: number,
  format: ExportFormat,
): string {
  const who = tracks.length === 1 ? tracks[0]!.name : `${tracks[0]!.name} +${tracks.length - 1}`
  const day = (ms: number) => formatTime(ms).slice(0, 16).replace(':', '')
  return `${who}_${day(fromMs)}_${day(toMs)}.${format}`
}
