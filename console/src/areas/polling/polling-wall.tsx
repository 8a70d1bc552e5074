import { ExportOutlined, LoadingOutlined } from '@ant-design/icons'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import { type CSSProperties, memo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { areasOf, gridArea, type Layout, sideOf } from '../../components/video-layout/layout-areas.ts'
import { channelKey } from '../../features/channel-list/polling-groups.ts'
import { useChannel } from '../../features/channel-list/use-channel.ts'
import { LivePlayer } from '../../features/player/live-player.tsx'
import type { LiveSnapshot } from '../../features/player/live-snapshot.ts'
import { useText } from '../../language/language.ts'
import type { Poll } from './use-polling.ts'

type PollWallProps = { poll: Poll; layout: Layout; mayOpenLive: boolean }

/**
 * The group on the screen, and the next one, whose players have begun unseen: the change only shows it, so no window is
 * ever without a picture.
 */
export function PollWall({ poll, layout, mayOpenLive }: PollWallProps) {
  const t = useText('polling')
  const layers = [poll.current, poll.upcoming].filter((layer) => layer !== undefined)
  // In the order of their numbers: a layer that comes to the front is not moved in the page.
  layers.sort((a, b) => a.id - b.id)
  return (
    <section className="poll-wall" aria-label={t('wall.title')}>
      {layers.map((layer) => (
        <PollLayer
          key={layer.id}
          id={layer.id}
          places={layer.group.places}
          held={layer.held}
          layout={layout}
          shown={layer === poll.current}
          mayOpenLive={mayOpenLive}
          onPlayer={poll.onPlayer}
        />
      ))}
    </section>
  )
}

type PollLayerProps = {
  id: number
  places: readonly PollChannel[]
  held: ReadonlySet<string>
  layout: Layout
  shown: boolean
  mayOpenLive: boolean
  onPlayer: Poll['onPlayer']
}

const PollLayer = memo(function PollLayer(props: PollLayerProps) {
  const { id, places, held, layout, shown, mayOpenLive, onPlayer } = props
  const [maximised, setMaximised] = useState<string>()
  const t = useText('polling')
  const areas = areasOf(layout)
  return (
    <div
      className="poll-layer"
      data-shown={shown || undefined}
      inert={!shown}
      style={{ '--side': sideOf(layout) } as CSSProperties}
    >
      {areas.map((area, at) => {
        const place = places[at]
        if (!place) {
          const name = t('wall.empty', { number: at + 1 })
          return (
            // biome-ignore lint/a11y/useSemanticElements: a window is no form
            <div
              key={`empty ${at}`}
              className="poll-window poll-window-empty"
              role="group"
              aria-label={name}
              style={{ gridArea: gridArea(area) }}
            >
              {at + 1}
            </div>
          )
        }
        const key = channelKey(place)
        return (
          <PollWindow
            key={key}
            place={place}
            number={at + 1}
            held={held.has(key)}
            main={layout === 1}
            area={maximised === key ? '1 / 1 / -1 / -1' : gridArea(area)}
            maximised={maximised === key}
            mayOpenLive={mayOpenLive}
            onMaximise={() => setMaximised(maximised === key ? undefined : key)}
            onState={(player) => onPlayer(id, key, player)}
          />
        )
      })}
    </div>
  )
})

type PollWindowProps = {
  place: PollChannel
  number: number
  /** Waits for an encoder before it plays. */
  held: boolean
  main: boolean
  area: string
  maximised: boolean
  mayOpenLive: boolean
  onMaximise: () => void
  onState: (player: Pick<LiveSnapshot, 'state' | 'source'>) => void
}

function PollWindow(props: PollWindowProps) {
  const { place, number, maximised } = props
  const t = useText('polling')
  const v = useText('video')
  const navigate = useNavigate()
  const [clip, setClip] = useState(false)
  const name = useChannel(place)?.title ?? place.sn
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window is no form
    <div
      className="poll-window"
      role="group"
      aria-label={t('wall.window', { number, name })}
      data-maximised={maximised || undefined}
      style={{ gridArea: props.area }}
      onDoubleClick={props.onMaximise}
    >
      {props.held ? (
        <div className="poll-held" role="status">
          <LoadingOutlined aria-hidden />
          {v('player.loading')}
        </div>
      ) : (
        <LivePlayer
          sn={place.sn}
          chnId={place.chnId}
          streamType={props.main ? 'main' : 'sub'}
          attended={props.main || maximised}
          onState={({ state, source }) => {
            setClip(source === 'clip')
            props.onState({ state, source })
          }}
        />
      )}
      <header className="picture-title poll-window-title">
        <span title={name}>{name}</span>
        {clip && !props.held && <small>{v('window.clip')}</small>}
        {props.mayOpenLive && (
          <button
            type="button"
            aria-label={t('wall.openLive', { name })}
            title={t('wall.openLive', { name })}
            onClick={() => navigate(`/realTime?sn=${encodeURIComponent(place.sn)}&chnId=${place.chnId}`)}
          >
            <ExportOutlined />
          </button>
        )}
      </header>
    </div>
  )
}
