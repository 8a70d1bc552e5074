import { PictureOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { memo, useEffect, useRef, useState } from 'react'
import { StartQueue } from '../../features/player/start-queue.ts'
import { platformAddress } from '../../platform/config.ts'
import { isClip } from './resource-name.ts'
import { smallPicture } from './small-picture.ts'
import './alarm-thumb.css'

/** How long a row shows the same alarm, in sight, before its picture is fetched: in a storm rows change faster. */
const REST_MS = 300

/** Pictures that are fetched at once: the platform draws each when it is asked. */
const turns = new StartQueue(2)

/**
 * The first picture of an alarm, small and of a fixed size. It is fetched once its row has rested in sight, a few at a
 * time; until then, and without a picture, a quiet mark is in its place.
 */
export const AlarmThumb = memo(function AlarmThumb({ alarm }: { alarm: Pick<Alarm, 'resource'> }) {
  const { resource } = alarm
  const url = resource.find((one) => !isClip(one))?.url
  const box = useRef<HTMLSpanElement>(null)
  const turn = useRef<() => void>(undefined)
  const known = useRef<string>(undefined)
  const [inSight, setInSight] = useState(false)
  const [fetched, setFetched] = useState<string>()
  /** A signed address may take no width: the full picture is asked for then. */
  const [full, setFull] = useState<string>()
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false))
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (url === undefined || !inSight || known.current === url) return undefined
    const timer = setTimeout(() => {
      turn.current = turns.enter(() => {
        known.current = url
        setFetched(url)
      })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      turn.current?.()
    }
  }, [url, inSight])
  const isShown = url !== undefined && fetched === url && failed !== url
  return (
    <span className="alarm-thumb" ref={box} aria-hidden="true">
      {url === undefined && resource.some(isClip) ? (
        <PlayCircleOutlined />
      ) : (
        <PictureOutlined data-none={url === undefined || failed === url} />
      )}
      {isShown && (
        <img
          key={url}
          src={platformAddress(full === url ? url : smallPicture(url))}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={() => turn.current?.()}
          onError={() => {
            if (full !== url) {
              setFull(url)
              return
            }
            turn.current?.()
            setFailed(url)
          }}
        />
      )}
    </span>
  )
})
