import type { MenuProps } from 'antd'
import type { Translate } from '../../language/language.ts'
import type { WallWindow } from './window-grid.ts'

export type WindowAction =
  | 'favourite'
  | 'zoom'
  | 'zoomReset'
  | 'diagnosis'
  | 'maximise'
  | 'main'
  | 'sub'
  | 'ratio0'
  | 'ratio1'
  | 'ratio2'

/** Entries of a window's menu: what the bar has no room for. */
export function windowMenu(
  t: Translate<'video'>,
  one: WallWindow,
  is: { favourite: boolean; zoomed: boolean; maximised: boolean; playing: boolean },
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
      is.zoomed
        ? { key: 'zoomReset', label: t('window.zoomReset') }
        : { key: 'zoom', label: t('window.zoom'), disabled: !is.playing },
      { key: 'maximise', label: is.maximised ? t('window.restore') : t('window.maximise') },
      { key: 'diagnosis', label: t('window.diagnosis') },
      { type: 'divider' },
      {
        type: 'group',
        label: t('window.stream'),
        children: [
          { key: 'main', label: t('window.main') },
          { key: 'sub', label: t('window.sub') },
        ],
      },
      {
        type: 'group',
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
