import { useCallback } from 'react'
import type { Ratio } from '../../features/player/live-player.tsx'
import { useText } from '../../language/language.ts'
import { channelKey, REPLAY_CHANNELS_MAX, type ReplayChannel } from './replay-channel.ts'
import type { ReplaySession, ReplaySnapshot } from './replay-session.ts'
import { dropTarget, ReplayWindow, type WindowVideo } from './replay-window.tsx'

export type Videos = Map<string, () => WindowVideo | undefined>

type ReplayWallProps = {
  channels: readonly ReplayChannel[]
  session: ReplaySession
  snapshot: ReplaySnapshot
  errors: ReadonlyMap<string, unknown>
  hint: string
  selected: number
  maximised: string | undefined
  ratio: Ratio
  videos: Videos
  onSelect: (at: number) => void
  onMaximise: (key: string) => void
  onClose: (at: number) => void
  onSnapshot: (key: string) => void
  onDrop: (what: { sn: string; chnId?: number }) => void
}

/** One window, or up to four in step. */
export function ReplayWall(props: ReplayWallProps) {
  const { channels, selected, maximised } = props
  const t = useText('recordings')
  const alone = maximised !== undefined && channels.some((one) => channelKey(one) === maximised)
  const side = alone || channels.length <= 1 ? 1 : 2
  const empty = alone
    ? 0
    : channels.length === 0
      ? 1
      : channels.length === 1
        ? 0
        : side * side - channels.length
  return (
    <section
      className="replay-wall"
      aria-label={t('window.wall')}
      data-count={alone ? 1 : Math.max(1, channels.length)}
    >
      {channels.map((channel, at) => (
        <WallWindow
          key={channelKey(channel)}
          {...props}
          at={at}
          channel={channel}
          isHidden={alone && channelKey(channel) !== maximised}
          isSelected={channels.length > 1 && at === selected}
          isMaximised={alone}
        />
      ))}
      {channels.length < REPLAY_CHANNELS_MAX &&
        Array.from({ length: empty }, (_, i) => channels.length + i + 1).map((number) => (
          // biome-ignore lint/a11y/useSemanticElements: a window of the wall
          <div
            key={number}
            className="replay-window replay-window-empty"
            role="group"
            aria-label={t('window.empty', { number })}
            {...dropTarget(props.onDrop)}
          >
            <span>{t('window.add')}</span>
          </div>
        ))}
    </section>
  )
}

type WallWindowProps = ReplayWallProps & {
  at: number
  channel: ReplayChannel
  isHidden: boolean
  isSelected: boolean
  isMaximised: boolean
}

function WallWindow(props: WallWindowProps) {
  const { at, channel, videos, snapshot } = props
  const key = channelKey(channel)
  const register = useCallback(
    (video: (() => WindowVideo | undefined) | undefined) => {
      if (video) videos.set(key, video)
      else videos.delete(key)
    },
    [videos, key],
  )
  return (
    <div className="replay-cell" hidden={props.isHidden}>
      <ReplayWindow
        number={at + 1}
        channel={channel}
        session={props.session}
        snapshot={snapshot}
        member={snapshot.members.get(key)}
        queryError={props.errors.get(key)}
        hint={props.hint}
        isSelected={props.isSelected}
        isMaximised={props.isMaximised}
        hasOthers={props.channels.length > 1}
        ratio={props.ratio}
        onSelect={() => props.onSelect(at)}
        onMaximise={() => props.onMaximise(key)}
        onClose={() => props.onClose(at)}
        onSnapshot={() => props.onSnapshot(key)}
        onDrop={props.onDrop}
        register={register}
      />
    </div>
  )
}
