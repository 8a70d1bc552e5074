import { EXECUTION_STATUS, type RecordFile } from '@backlot/contract/recordings/entities'
import { useEffect, useRef, useState } from 'react'
import type { TimelineRow } from '../../features/timeline/timeline-draw.ts'
import { clockText, lengthText } from '../../features/timeline/timeline-view.ts'
import { SideHead } from '../../features/video-screen/video-screen.tsx'
import { useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { fileTypeText } from './query-bar.tsx'

const SHOWN_MAX = 400
const LOOK_MS = 1000 as const
const KINDS = ['device', 'alarm', 'plan'] as const

type FileListProps = {
  rows: readonly TimelineRow[]
  files: ReadonlyMap<string, readonly RecordFile[]>
  wasAsked: boolean
  /** Recorded moment that is played, when something is. */
  playing: () => number | undefined
  onPlay: (key: string, atMs: number) => void
}

/** The files of each channel; a click plays one. The one that is played is marked. */
export function FileList({ rows, files, wasAsked, playing, onPlay }: FileListProps) {
  const t = useText('recordings')
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const zone = platformZoneMinutes()
  const at = playing()
  const isPlaying = (file: RecordFile) =>
    at !== undefined && file.startTime * 1000 <= at && at < file.endTime * 1000
  const [played] = rows.flatMap(({ key }) => files.get(key)?.find(isPlaying)?.fid ?? [])
  const row = useRef<HTMLButtonElement>(null)
  // The file that is played comes into sight when it begins, and may be scrolled away then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the file, not with every look
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [played])
  if (!wasAsked || rows.length === 0) return <p className="replay-hint">{t('files.first')}</p>
  return rows.map(({ key, name }) => {
    const list = files.get(key)
    if (!list) return null
    return (
      <section key={key} className="file-group" aria-label={name}>
        <SideHead name={name} note={t('files.count', { count: list.length })} />
        {list.length === 0 && <p className="replay-hint">{t('files.none')}</p>}
        <ul>
          {list.slice(0, SHOWN_MAX).map((file) => (
            <li key={file.fid}>
              <button
                type="button"
                className="file-row"
                ref={file.fid === played ? row : undefined}
                aria-current={isPlaying(file) || undefined}
                title={`${fileTypeText(t, file.fileType)}, ${sizeText(file.size)}`}
                onClick={() => onPlay(key, file.startTime * 1000)}
              >
                <span className="visually-hidden">{t('files.play')} </span>
                <i className="file-kind" data-kind={KINDS[file.fileType] ?? 'plan'} />
                <span className="file-times">
                  {clockText(file.startTime * 1000, zone)} – {clockText(file.endTime * 1000, zone)}
                </span>
                <small>
                  {isPlaying(file)
                    ? t('files.playing')
                    : file.executionStatus === EXECUTION_STATUS.executing
                      ? t('files.executing')
                      : lengthText((file.endTime - file.startTime) * 1000)}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {list.length > SHOWN_MAX && (
          <p className="replay-hint">{t('files.more', { count: list.length - SHOWN_MAX })}</p>
        )}
      </section>
    )
  })
}

/** Bytes in the unit that fits. */
export function sizeText(bytes: number): string {
  const mega = bytes / 1_048_576
  if (mega >= 1024) return `${(mega / 1024).toFixed(1)} GB`
  return mega >= 1 ? `${mega.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} kB`
}
