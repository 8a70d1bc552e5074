import { Alert } from 'antd'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { channelNow } from '../../features/channel-list/use-channel.ts'
import type { Ratio } from '../../features/player/live-player.tsx'
import { mediaSupport } from '../../features/player/media-support.ts'
import { pictureOf, saveFile } from '../../features/player/snapshot.ts'
import { clipAround } from '../../features/timeline/clip-range.ts'
import { useFullScreen } from '../../features/video-screen/use-full-screen.ts'
import { VideoScreen, VideoSide } from '../../features/video-screen/video-screen.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { Captures } from './captures.tsx'
import { ChannelTree } from './channel-tree.tsx'
import { ClipBox } from './clip-box.tsx'
import { DownloadList } from './download-list.tsx'
import { watchDownloads } from './download-store.ts'
import { resumeExport } from './export-store.ts'
import { FileList } from './file-list.tsx'
import { QueryBar } from './query-bar.tsx'
import { channelKey } from './replay-channel.ts'
import './replay-screen.css'
import './replay-files.css'
import './captures.css'
import type { Span } from '../../features/timeline/span.ts'
import { Timeline } from '../../features/timeline/timeline.tsx'
import { changeSearch } from './replay-store.ts'
import { ReplayWall, type Videos } from './replay-wall.tsx'
import { TransportBar } from './transport-bar.tsx'
import { useReplay } from './use-replay.ts'

/** Recorded video and captured pictures: the query, up to four windows in step, the timeline, files and clips. */
export function ReplayScreen() {
  const t = useText('recordings')
  const { search, recordings, session, snapshot, cursor, playAt, query, add, openAt, toggle, warn } =
    useReplay()
  const { tab, channels, selected, asked } = search
  const [treeShown, setTreeShown] = useState(true)
  const [listShown, setListShown] = useState(true)
  const [maximised, setMaximised] = useState<string>()
  const [ratio, setRatio] = useState<Ratio>(2)
  const [clip, setClip] = useState<Span>()
  const [videos] = useState<Videos>(() => new Map())
  const [fullScreen, toggleFullScreen] = useFullScreen()
  useEffect(() => watchDownloads((error) => notify.error(errorText(error))), [])

  useEffect(() => resumeExport(), [])

  const onSnapshot = useCallback(
    async (key: string) => {
      const shown = videos.get(key)?.()
      const channel = channels.find((one) => channelKey(one) === key)
      if (!shown || !channel) return warn(t('failure.notPlaying'))
      const name = channelNow(channel)?.title ?? channel.sn
      try {
        const at = shown.pictureMs ?? session.clock.positionMs() ?? 0
        saveFile(await pictureOf(shown.video), `${name}_${formatTime(at)}.jpg`)
        notify.success(t('window.snapshotSaved'))
      } catch (error) {
        notify.error(errorText(error))
      }
    },
    [videos, channels, session, t, warn],
  )
  const close = (at: number) =>
    changeSearch({
      channels: channels.filter((_, i) => i !== at),
      selected: Math.max(0, Math.min(selected, channels.length - 2)),
    })
  const step = (frames: number) => {
    if (!session.isActive) return warn(t('failure.notPlaying'))
    void session.step(frames, channels[selected])
  }
  const toggleClip = () => {
    const at = cursor()
    if (clip || at === undefined || !asked) return setClip(undefined)
    setClip(clipAround(at, asked.span, platformNow()))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyped = event.target instanceof HTMLElement && event.target.closest('input, button, [role=tree]')
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ') toggle()
    else if (event.key === ',') step(-1)
    else if (event.key === '.') step(1)
    else if (event.key === 'Enter' && event.target instanceof HTMLVideoElement) return
    else return
    event.preventDefault()
  }

  // Downloads are of the platform's files: whether all of those of the clip are known.
  const knowsFiles =
    asked?.source === 'server' &&
    asked.videoTypes.length === 0 &&
    clip !== undefined &&
    clip.fromMs >= asked.span.fromMs &&
    clip.toMs <= asked.span.toMs
  const why = asked ? '' : t('bar.queryFirst')
  const hint = !asked ? t('window.ask') : recordings.isLoading ? t('window.querying') : t('window.ready')
  return (
    <VideoScreen
      title={t('title')}
      isFullScreen={fullScreen}
      onKeyDown={onKeyDown}
      top={
        <>
          {!fullScreen && (
            <QueryBar
              isTreeShown={treeShown}
              isLoading={recordings.isLoading}
              onTree={() => setTreeShown(!treeShown)}
              onQuery={query}
            />
          )}
          {!mediaSupport().live && <Alert banner type="error" title={t('failure.noMse')} />}
        </>
      }
      before={
        treeShown && (
          <ChannelTree
            channels={channels}
            onOpen={({ node, channel }) => {
              const chnId = channel?.chnId ?? node.chnId
              if (node.sn) add(chnId === undefined ? { sn: node.sn } : { sn: node.sn, chnId })
            }}
          />
        )
      }
      side={
        tab === 'videos' &&
        listShown && (
          <VideoSide label={t('files.title')}>
            <div className="replay-files">
              <FileList
                rows={recordings.rows}
                files={recordings.files}
                wasAsked={asked !== undefined}
                playing={() => (session.isActive ? session.clock.positionMs() : undefined)}
                onPlay={(key, atMs) => {
                  changeSearch({ selected: channels.findIndex((one) => channelKey(one) === key) })
                  playAt(atMs)
                }}
              />
            </div>
            <DownloadList />
          </VideoSide>
        )
      }
    >
      {tab === 'pictures' ? (
        <Captures
          channel={channels[selected] ?? channels[0]}
          asked={asked}
          onReplay={(channel, atMs) => openAt(channel, atMs)}
        />
      ) : (
        <div className="replay-main">
          <ReplayWall
            channels={channels}
            session={session}
            snapshot={snapshot}
            errors={recordings.errors}
            hint={hint}
            selected={selected}
            maximised={maximised}
            ratio={ratio}
            videos={videos}
            onSelect={(at) => changeSearch({ selected: at })}
            onMaximise={(key) => setMaximised(maximised === key || channels.length < 2 ? undefined : key)}
            onClose={close}
            onSnapshot={(key) => void onSnapshot(key)}
            onDrop={add}
          />
          <TransportBar
            session={session}
            snapshot={snapshot}
            cursor={cursor}
            why={why}
            ratio={ratio}
            isClipping={clip !== undefined}
            isListShown={listShown}
            isFullScreen={fullScreen}
            onPlay={toggle}
            onStep={step}
            onRatio={setRatio}
            onClip={toggleClip}
            onList={() => setListShown(!listShown)}
            onFullScreen={toggleFullScreen}
          />
          {clip && (
            <ClipBox
              clip={clip}
              channels={channels}
              selected={selected}
              files={knowsFiles ? recordings.files : undefined}
              cursor={cursor}
              onClip={setClip}
              onClose={() => setClip(undefined)}
            />
          )}
          {asked && channels.length > 0 ? (
            <Timeline
              span={asked.span}
              rows={recordings.rows}
              selected={selected}
              cursor={cursor}
              isRunning={snapshot.mode === 'playing'}
              clip={clip}
              onSeek={playAt}
              onClip={setClip}
            />
          ) : (
            <p className="timeline-none">{t('timeline.none')}</p>
          )}
        </div>
      )}
    </VideoScreen>
  )
}
