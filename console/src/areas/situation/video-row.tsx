import { memo, useState } from 'react'
import { LivePlayer } from '../../features/player/live-player.tsx'
import type { PlayerState } from '../../features/player/player-policy.ts'
import { useText } from '../../language/language.ts'
import { useWallVideos } from './use-wall-videos.ts'
import type { WallLayer, WallSlot } from './video-rotation.ts'

/** Seconds between changes that the button offers; 0 stops. */
const ROTATE_SECONDS = [10, 15, 30, 60, 0] as const

type VideoRowProps = { seconds: number; onSeconds(seconds: number): void }

/** Four cameras, live. The next one starts behind the picture that it replaces. */
export function VideoRow({ seconds, onSeconds }: VideoRowProps) {
  const t = useText('situation')
  const { slots, none, onPlayer } = useWallVideos(seconds)
  const at = ROTATE_SECONDS.indexOf(seconds as (typeof ROTATE_SECONDS)[number])
  const next = ROTATE_SECONDS[(at + 1) % ROTATE_SECONDS.length]!
  return (
    <section className="wall-videos" aria-label={t('video.title')}>
      {none && <p className="wall-none">{t('video.none')}</p>}
      {slots.map((slot, number) => (
        <VideoSlot key={number} slot={slot} number={number + 1} onPlayer={onPlayer} />
      ))}
      {!none && (
        <button
          type="button"
          className="wall-rotate wall-control"
          title={seconds === 0 ? t('video.still') : t('video.every', { count: seconds })}
          onClick={() => onSeconds(next)}
        >
          {seconds === 0 ? t('video.stillShort') : t('video.everyShort', { seconds })}
        </button>
      )}
    </section>
  )
}

type SlotProps = { slot: WallSlot; number: number; onPlayer(layerId: number, state: PlayerState): void }

function VideoSlot({ slot, number, onPlayer }: SlotProps) {
  const t = useText('situation')
  const { current, upcoming } = slot
  const layers = [current, upcoming].filter((layer): layer is WallLayer => layer !== undefined)
  const name = current?.camera.name ?? ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window is no form
    <div
      className="wall-video"
      role="group"
      aria-label={current ? t('video.window', { number, name }) : t('video.empty', { number })}
    >
      {layers.map((layer) => (
        <Layer key={layer.id} layer={layer} shown={layer === current} onPlayer={onPlayer} />
      ))}
    </div>
  )
}

type LayerProps = { layer: WallLayer; shown: boolean; onPlayer(layerId: number, state: PlayerState): void }

const Layer = memo(function Layer({ layer, shown, onPlayer }: LayerProps) {
  const [clip, setClip] = useState(false)
  const t = useText('video')
  const { camera, id } = layer
  return (
    <div className="wall-layer" data-shown={shown || undefined} inert={!shown}>
      <LivePlayer
        sn={camera.sn}
        chnId={camera.chnId}
        streamType="sub"
        attended={false}
        onState={({ state, source }) => {
          setClip(source === 'clip')
          onPlayer(id, state)
        }}
      />
      <p className="wall-video-name">
        <span title={camera.name}>{camera.name}</span>
        {clip && <small>{t('window.clip')}</small>}
      </p>
    </div>
  )
})
