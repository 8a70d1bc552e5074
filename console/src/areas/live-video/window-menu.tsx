import type { StreamType } from '@backlot/contract/live-video/calls'
import type { MenuProps } from 'antd'
import { isPlain } from '../../features/player/picture-look.ts'
import { isSecondWindow } from '../../features/second-window.ts'
import type { Translate } from '../../language/language.ts'
import type { WallWindow } from './window-grid.ts'

export type WindowAction =
  | 'favourite'
  | 'snapshot'
  | 'mute'
  | 'talk'
  | 'replay'
  | 'instant'
  | 'live'
  | 'zoom'
  | 'zoomReset'
  | 'dewarp'
  | 'look'
  | 'diagnosis'
  | 'maximise'
  | 'fullScreen'
  | 'otherWindow'
  | 'pause'
  | 'stop'
  | 'auto'
  | 'main'
  | 'sub'
  | 'ratio0'
  | 'ratio1'
  | 'ratio2'
  | `swap${number}`

/** State of a window, for its bar and its menu. */
export type WindowStanding = {
  playing: boolean
  paused: boolean
  /** It shows recordings. */
  past: 'playing' | 'paused' | undefined
  favourite: boolean
  zoomed: boolean
  fisheye: boolean
  dewarped: boolean
  maximised: boolean
  micOn: boolean
  steerable: boolean
  hasAudio: boolean
  recording: boolean
  /** The stream that plays: sub where the machine or the wall has no room for the main one. */
  stream: StreamType
}

/** Entries of a window's menu: everything, since a small window's bar has room for little. */
export function windowMenu(
  t: Translate<'video'>,
  one: WallWindow,
  is: WindowStanding,
  may: { talk: boolean; replay: boolean; move: boolean },
  /** How many the layout has. */
  windows: number,
  onAction: (action: WindowAction) => void,
): MenuProps {
  const checked = [one.streamType, `ratio${one.ratio}`, ...(one.diagnosis ? ['diagnosis'] : [])]
  return {
    selectable: true,
    selectedKeys: checked,
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      onAction(key as WindowAction)
    },
    items: [
      { key: 'favourite', label: is.favourite ? t('window.favouriteRemove') : t('window.favouriteAdd') },
      ...(is.fisheye ? [{ key: 'dewarp', label: t(is.dewarped ? 'dewarp.off' : 'dewarp.on') }] : []),
      ...(is.dewarped
        ? []
        : is.zoomed
          ? [{ key: 'zoomReset', label: t('window.zoomReset') }]
          : [{ key: 'zoom', label: t('window.zoom'), disabled: !is.playing }]),
      ...(may.talk ? [{ key: 'talk', label: t(is.micOn ? 'window.talkEnd' : 'window.talk') }] : []),
      { key: 'instant', label: t('past.instant'), disabled: !may.replay },
      ...(is.past ? [{ key: 'live', label: t('past.live') }] : []),
      ...(may.replay ? [{ key: 'replay', label: t('window.replay') }] : []),
      { key: 'maximise', label: is.maximised ? t('window.restore') : t('window.maximise') },
      { key: 'fullScreen', label: t('wall.fullScreen') },
      ...(may.move
        ? [{ key: 'otherWindow', label: t(isSecondWindow ? 'second.cameraBack' : 'second.camera') }]
        : []),
      { key: 'look', label: isPlain(one.look) ? t('look.open') : t('look.openSet', one.look) },
      { key: 'diagnosis', label: t('window.diagnosis') },
      { type: 'divider' },
      {
        key: 'swap',
        label: t('window.swap'),
        children: Array.from({ length: windows }, (_, id) => ({
          key: `swap${id}`,
          label: t('window.label', { number: id + 1 }),
          disabled: id === one.id,
        })),
      },
      {
        key: 'streams',
        label: t('window.stream'),
        children: [
          { key: 'auto', label: t('window.auto') },
          { key: 'main', label: t('window.main') },
          { key: 'sub', label: t('window.sub') },
        ],
      },
      {
        key: 'ratios',
        label: t('window.ratio'),
        children: [
          { key: 'ratio0', label: t('window.ratio0') },
          { key: 'ratio1', label: t('window.ratio1') },
          { key: 'ratio2', label: t('window.ratio2') },
        ],
      },
    ],
  }
}
