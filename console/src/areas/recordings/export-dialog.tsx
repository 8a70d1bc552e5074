import { Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { channelNow } from '../../features/channel-list/use-channel.ts'
import type { Span } from '../../features/timeline/span.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { startExport, useExport } from './export-store.ts'
import { channelKey, type ReplayChannel } from './replay-channel.ts'

/** Longest note. */
const NOTE_MAX = 500

type ExportDialogProps = { channels: readonly ReplayChannel[]; span: Span; onClose: () => void }

/** Which channels of the clip's span are exported together, and why. */
export function ExportDialog({ channels, span, onClose }: ExportDialogProps) {
  const t = useText('recordings')
  const isBusy = useExport(({ job }) => job !== undefined && !job.isDone)
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState(() => channels.map(channelKey))
  const [fixedSpan] = useState(span)
  const why = isBusy ? t('export.busy') : chosen.length === 0 ? t('export.noChannel') : ''
  const nameOf = (one: ReplayChannel) => channelNow(one)?.title ?? one.sn
  return (
    <Modal
      open
      title={t('export.title')}
      okText={t('export.start')}
      okButtonProps={{ disabled: why !== '', title: why }}
      onCancel={onClose}
      onOk={() => {
        const wanted = channels.filter((one) => chosen.includes(channelKey(one)))
        startExport(
          wanted.map((one) => ({ sn: one.sn, chnId: one.chnId, name: nameOf(one) })),
          fixedSpan,
          note.trim(),
        )
        onClose()
      }}
    >
      <div className="export-dialog">
        <fieldset>
          <legend>{t('export.channels')}</legend>
          {channels.map((one) => (
            <Checkbox
              key={channelKey(one)}
              checked={chosen.includes(channelKey(one))}
              onChange={({ target }) =>
                setChosen((before) =>
                  target.checked
                    ? [...before, channelKey(one)]
                    : before.filter((key) => key !== channelKey(one)),
                )
              }
            >
              {nameOf(one)}
            </Checkbox>
          ))}
        </fieldset>
        <div>
          {t('export.span')}: {formatTime(fixedSpan.fromMs)} – {formatTime(fixedSpan.toMs)}
        </div>
        <div>
          <label htmlFor="export-note">{t('export.note')}</label>
          <Input.TextArea
            id="export-note"
            rows={3}
            maxLength={NOTE_MAX}
            showCount
            placeholder={t('export.noteHint')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        <p>{t('export.files')}</p>
        {why !== '' && (
          <span className="query-fault" role="alert">
            {why}
          </span>
        )}
      </div>
    </Modal>
  )
}
