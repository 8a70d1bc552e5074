import { CloseOutlined } from '@ant-design/icons'
import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import { LivePlayer } from '../../parts/player/live-player.tsx'
import type { WatchedChannel } from './popup-actions.tsx'
import './video-float.css'

/** Where a new window stands, from the upper right corner; each further one is put beside the last. */
const FIRST = { right: 56, top: 56 }
const STEP = 28

type VideoFloatProps = { channel: WatchedChannel; place: number; onClose(): void }

/** A floating window with one channel's live video, dragged by its title. Always dark. */
export function VideoFloat({ channel, place, onClose }: VideoFloatProps) {
  const t = useText('map')
  const [at, setAt] = useState({ right: FIRST.right + place * STEP, top: FIRST.top + place * STEP })
  const grip = useRef<{ x: number; y: number; right: number; top: number } | undefined>(undefined)
  const press = (event: PointerEvent) => {
    if ((event.target as Element).closest('button')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY, ...at }
  }
  const drag = (event: PointerEvent) => {
    const from = grip.current
    if (!from) return
    setAt({
      right: Math.max(0, from.right - (event.clientX - from.x)),
      top: Math.max(0, from.top + (event.clientY - from.y)),
    })
  }
  return (
    <section className="video-float" aria-label={`${t('liveVideo')} ${channel.title}`} style={at}>
      <header
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={() => {
          grip.current = undefined
        }}
      >
        <span>{channel.title}</span>
        <button type="button" aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="video-float-picture">
        <LivePlayer sn={channel.sn} chnId={channel.chnId} streamType="sub" />
      </div>
    </section>
  )
}
