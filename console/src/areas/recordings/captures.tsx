import { queryCaptureFile } from '@backlot/contract/recordings/calls'
import { type CaptureFile, RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import { useQuery } from '@tanstack/react-query'
import { Empty, Pagination, Spin } from 'antd'
import { useState } from 'react'
import { useFailedPictures } from '../../components/use-failed-pictures.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import { CaptureViewer } from './capture-viewer.tsx'
import { failureText } from './failure-text.ts'
import { fileTypeText } from './query-bar.tsx'
import type { ReplayChannel } from './replay-channel.ts'
import type { Asked } from './replay-store.ts'

const THUMB_PX = 320

type CapturesProps = {
  /** The channel whose pictures are shown. */
  channel: ReplayChannel | undefined
  asked: Asked | undefined
  onReplay: (channel: ReplayChannel, atMs: number) => void
}

/** Pictures of a channel in the queried span, as a grid; a click opens one large. */
export function Captures({ channel, asked, onReplay }: CapturesProps) {
  const t = useText('recordings')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<number>()
  const queryKey = ['captures', channel, asked]
  const stamp = JSON.stringify(queryKey)
  const [shownStamp, setShownStamp] = useState(stamp)
  if (stamp !== shownStamp) {
    setShownStamp(stamp)
    setPage(1)
    setOpened(undefined)
  }
  const { data, error, isFetching } = useQuery({
    queryKey: [...queryKey, page],
    enabled: channel !== undefined && asked !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      request(queryCaptureFile, {
        body: {
          ...channel!,
          startTime: asked!.span.fromMs / 1000,
          endTime: asked!.span.toMs / 1000,
          ...(asked!.pictureTypes.length > 0 ? { fileTypes: [...asked!.pictureTypes] } : {}),
          currentPage: page,
          pageSize: RECORDING_LIMITS.capturePageSize,
        },
        signal,
      }),
  })
  const list = data?.list ?? []
  if (!channel || !asked) return <Says text={t('captures.first')} />
  if (error) return <Says text={failureText(t, error)} />
  if (!data) return <Spin className="captures-loading" />
  if (list.length === 0) return <Says text={t('failure.noCaptureFiles')} />
  return (
    <div className="captures" aria-busy={isFetching}>
      <header className="captures-head">
        <strong>{t('captures.title')}</strong>
        <span>{t('captures.count', { count: data.total })}</span>
        {data.total > RECORDING_LIMITS.capturePageSize && (
          <Pagination
            size="small"
            showSizeChanger={false}
            current={page}
            pageSize={RECORDING_LIMITS.capturePageSize}
            total={data.total}
            onChange={setPage}
          />
        )}
      </header>
      <ul aria-label={t('captures.title')}>
        {list.map((capture, at) => (
          <Thumb key={capture.fid} capture={capture} onOpen={() => setOpened(at)} />
        ))}
      </ul>
      {opened !== undefined && (
        <CaptureViewer
          list={list}
          at={opened}
          first={(page - 1) * RECORDING_LIMITS.capturePageSize}
          total={data.total}
          onAt={setOpened}
          onClose={() => setOpened(undefined)}
          onReplay={({ sn, chnId, time }) => {
            setOpened(undefined)
            onReplay({ sn, chnId }, time * 1000)
          }}
        />
      )}
    </div>
  )
}

function Thumb({ capture, onOpen }: { capture: CaptureFile; onOpen: () => void }) {
  const t = useText('recordings')
  const failed = useFailedPictures(t('captures.noPicture'))
  const time = formatTime(capture.time)
  const name = fileTypeText(t, capture.fileType)
  return (
    <li>
      <button
        type="button"
        className="capture"
        aria-label={t('captures.open', { name, time })}
        onClick={onOpen}
      >
        <span className="capture-frame">
          {failed.has(capture.url) ? (
            <span className="capture-broken">{failed.text}</span>
          ) : (
            <img
              src={platformAddress(`${capture.url}?width=${THUMB_PX}`)}
              alt=""
              loading="lazy"
              onError={() => failed.add(capture.url)}
            />
          )}
        </span>
        <span className="capture-time">{time}</span>
        <small>{name}</small>
      </button>
    </li>
  )
}

function Says({ text }: { text: string }) {
  return (
    <div className="captures-nothing">
      <Empty description={text} />
    </div>
  )
}
