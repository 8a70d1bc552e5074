import { LoadingOutlined } from '@ant-design/icons'
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { mediaSupport } from '../player/media-support.ts'
import { RecordedMoment } from '../player/recorded-moment.ts'
import { RecordedSession } from '../player/recorded-session.ts'
import { PreviewCache } from './preview-cache.ts'
import type { Span } from './span.ts'

/** A pointer that rests this long wants a picture. */
const REST_MS = 250
/** A playback for pictures ends this long after the pointer has left. */
const LINGER_MS = 4000
/** A picture this near to the wanted moment is its picture. */
const NEAR_MS = 1000
const WIDTH_PX = 384
/** Part of a picture above its strip (docs/picture-strip.md). */
const ABOVE_STRIP = 326 / 360

/** Of all timelines: some 5 MB. */
const cache = new PreviewCache(60)

type TimelinePreviewProps = {
  /** What the pointer is on; undefined: nothing that was recorded. */
  at: { sn: string; chnId: number; atMs: number } | undefined
  span: Span
  /** Pixels from the start of the timeline's field. */
  x: number
  /** Time that a few pixels are: pictures this near to each other are the same. */
  stepMs: number
}

type Showing = { session: RecordedSession; moment: RecordedMoment; key: string; span: Span }

/**
 * A still of the moment under the pointer, by a paused playback of its own: one for the timeline, one request at a time,
 * none for a pointer that only passes.
 */
export function TimelinePreview({ at, span, x, stepMs }: TimelinePreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const showing = useRef<Showing>(undefined)
  const [wanted, setWanted] = useState<TimelinePreviewProps['at']>()
  const [isThere, setThere] = useState(false)
  const [isShown, setShown] = useState(false)
  /** No picture comes: what is recorded lies with the device, say. */
  const [hasFailed, setFailed] = useState(false)
  const key = at && `${at.sn}/${at.chnId}`
  const found = at && key !== undefined ? cache.find(key, at.atMs, stepMs) : undefined

  const { sn, chnId, atMs } = at ?? {}
  useEffect(() => {
    setThere(false)
    if (sn === undefined || chnId === undefined || atMs === undefined) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => {
      setShown(true)
      setWanted({ sn, chnId, atMs })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [sn, chnId, atMs])

  useEffect(() => {
    if (found && canvas.current) {
      canvas.current.width = found.width
      canvas.current.height = found.height
      canvas.current.getContext('2d')?.drawImage(found, 0, 0)
    }
  }, [found])

  const end = useCallback(() => {
    showing.current?.session.destroy()
    showing.current = undefined
  }, [])
  useEffect(() => end, [end])
  const isOver = at === undefined
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => {
      end()
      setWanted(undefined)
    }, LINGER_MS)
    return () => clearTimeout(timer)
  }, [isOver, end])

  // One that is cached is not requested.
  const isCached = wanted && cache.find(`${wanted.sn}/${wanted.chnId}`, wanted.atMs, stepMs) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted counts, not how it was cached or zoomed
  useEffect(() => {
    if (!wanted || !video.current || isCached || !mediaSupport().live) return
    const own = `${wanted.sn}/${wanted.chnId}`
    const now = showing.current
    const fits = now?.key === own && wanted.atMs >= now.span.fromMs && wanted.atMs <= now.span.toMs
    if (now && fits) {
      now.moment.seek(wanted.atMs)
      return
    }
    end()
    setFailed(false)
    const moment = new RecordedMoment(span, wanted.atMs, undefined, false)
    const element = video.current
    let hasStrip = false
    let isShowing = false
    const session = new RecordedSession(
      element,
      { sn: wanted.sn, chnId: wanted.chnId, streamType: 'sub' },
      moment,
      {
        onChange: ({ state, inGap }) => {
          isShowing = state === 'showing' && !inGap
          setFailed(state === 'failed')
        },
        onPicture: (shownMs) => {
          const aimMs = moment.positionMs()
          if (shownMs === undefined) {
            // Pictures without a strip do not say their time.
            setThere(isShowing && !hasStrip)
            return
          }
          hasStrip = true
          if (Math.abs(shownMs - aimMs) > NEAR_MS) return
          cache.add({ key: own, atMs: aimMs, picture: stillOf(element) })
          setThere(true)
        },
      },
    )
    showing.current = { session, moment, key: own, span }
  }, [wanted])

  const style = { '--x': `${x}px` } as CSSProperties
  const isVisible = isShown && (isThere || found !== undefined || (isSame(wanted, at) && !hasFailed))
  return (
    <div className="timeline-preview" style={style} hidden={!isVisible} aria-hidden>
      <video ref={video} muted playsInline disablePictureInPicture data-there={isThere || undefined} />
      <canvas ref={canvas} hidden={found === undefined} />
      {!isThere && found === undefined && <LoadingOutlined />}
    </div>
  )
}

const isSame = (a: TimelinePreviewProps['at'], b: TimelinePreviewProps['at']): boolean =>
  a !== undefined && b !== undefined && a.sn === b.sn && a.chnId === b.chnId && a.atMs === b.atMs

/** A small copy of the picture, without its strip. */
function stillOf(video: HTMLVideoElement): HTMLCanvasElement {
  const { videoWidth, videoHeight } = video
  const still = document.createElement('canvas')
  const height = videoHeight * ABOVE_STRIP
  still.width = WIDTH_PX
  still.height = Math.round((WIDTH_PX * height) / videoWidth)
  still.getContext('2d')?.drawImage(video, 0, 0, videoWidth, height, 0, 0, still.width, still.height)
  return still
}
