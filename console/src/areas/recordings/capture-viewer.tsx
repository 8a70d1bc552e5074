import { DownloadOutlined, HistoryOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { nothing, replySchema } from '@backlot/contract/envelope'
import { capturePicture } from '@backlot/contract/recordings/calls'
import type { CaptureFile } from '@backlot/contract/recordings/entities'
import { Button, Modal, Spin } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useFailedPictures } from '../../components/use-failed-pictures.ts'
import { hasStrip } from '../../features/alarms/has-strip.ts'
import { saveFile } from '../../features/player/snapshot.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import { CLIENT_CODES, PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { failureText } from './failure-text.ts'
import { fileTypeText } from './query-bar.tsx'

const WIDTH_PX = 980

type CaptureViewerProps = {
  list: readonly CaptureFile[]
  at: number
  /** Pictures on the pages before. */
  first: number
  total: number
  onAt: (at: number) => void
  onClose: () => void
  onReplay: (capture: CaptureFile) => void
}

/** A picture large: the one before and after it by buttons and arrow keys, saved as a file, replayed. */
export function CaptureViewer({ list, at, first, total, onAt, onClose, onReplay }: CaptureViewerProps) {
  const t = useText('recordings')
  // As the picture before, so that nothing moves under the mouse while the next one loads.
  const [isCropped, setCropped] = useState(true)
  /** The picture that is there: another one is still drawn by the platform. */
  const [loaded, setLoaded] = useState<string>()
  const failed = useFailedPictures(t('captures.noPicture'))
  const capture = list[at]
  if (!capture) return null
  const { fid, chnName, time, fileType, url } = capture
  const move = (by: number) => {
    if (list[at + by]) onAt(at + by)
  }
  const save = async () => {
    try {
      saveFile(await fetchCapture(url), `${chnName}_${formatTime(time)}.jpg`)
    } catch (error) {
      notify.error(error instanceof PlatformReplyError ? failureText(t, error) : t('captures.noPicture'))
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys for the buttons' actions, wherever the focus is in the dialog
    <div
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'ArrowLeft') move(-1)
        if (key === 'ArrowRight') move(1)
      }}
    >
      <Modal
        open
        centered
        width={WIDTH_PX}
        title={`${chnName} · ${formatTime(time)} · ${fileTypeText(t, fileType)}`}
        onCancel={onClose}
        footer={
          <div className="viewer-foot">
            <span>{t('captures.of', { number: first + at + 1, count: total })}</span>
            <Button icon={<HistoryOutlined />} onClick={() => onReplay(capture)}>
              {t('captures.replay')}
            </Button>
            <Button type="primary" icon={<DownloadOutlined />} onClick={() => void save()}>
              {t('captures.save')}
            </Button>
          </div>
        }
      >
        <div className="viewer" data-cropped={isCropped || undefined}>
          <span className="viewer-frame">
            {failed.has(url) ? (
              <span className="capture-broken">{failed.text}</span>
            ) : (
              <img
                key={fid}
                src={platformAddress(url)}
                alt={t('captures.viewer')}
                onLoad={({ currentTarget }) => {
                  setCropped(hasStrip(currentTarget))
                  setLoaded(fid)
                }}
                onError={() => failed.add(url)}
              />
            )}
            {loaded !== fid && !failed.has(url) && <Spin className="viewer-loading" />}
          </span>
          <button
            type="button"
            className="viewer-previous"
            aria-label={t('captures.previous')}
            aria-disabled={at === 0}
            onClick={() => move(-1)}
          >
            <LeftOutlined />
          </button>
          <button
            type="button"
            className="viewer-next"
            aria-label={t('captures.next')}
            aria-disabled={at === list.length - 1}
            onClick={() => move(1)}
          >
            <RightOutlined />
          </button>
        </div>
      </Modal>
    </div>
  )
}

/** A captured picture as a file. Rejects with PlatformReplyError when the platform answers that it has none. */
async function fetchCapture(url: string): Promise<Blob> {
  const reply = await fetch(platformAddress(url), { credentials: 'include' })
  if (reply.ok && reply.headers.get('content-type')?.startsWith('image/')) return reply.blob()
  const said = replySchema(nothing).safeParse(await reply.json().catch(() => undefined))
  const { code, msg } = said.success ? said.data : { code: CLIENT_CODES.unreadable, msg: '' }
  throw new PlatformReplyError({ code, msg, httpStatus: reply.status, callName: capturePicture.name })
}
