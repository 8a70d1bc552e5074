import {
  CameraOutlined,
  CaretRightOutlined,
  CloseOutlined,
  EllipsisOutlined,
  PauseOutlined,
  SoundOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import { MutedIcon, PtzIcon, RecordIcon, ZoomBoxIcon } from './icons.tsx'
import type { WallWindow } from './window-grid.ts'
import { type WindowAction, windowMenu } from './window-menu.tsx'

type WindowBarProps = {
  one: WallWindow
  is: {
    playing: boolean
    paused: boolean
    favourite: boolean
    zoomed: boolean
    maximised: boolean
    steerable: boolean
    hasAudio: boolean
    recording: boolean
    canRecord: boolean
    /** Playing the sub stream because this machine cannot decode the main one in time. */
    demoted: boolean
  }
  onPause: () => void
  onStop: () => void
  onMute: () => void
  onSnapshot: () => void
  onRecord: () => void
  onPtz: () => void
  onAction: (action: WindowAction) => void
}

/** The tools of one window, shown over its lower edge while it is selected, hovered or focused. */
export function WindowBar(props: WindowBarProps) {
  const { one, is } = props
  const t = useText('video')
  const needsPicture = is.playing ? '' : t('window.notPlaying')
  const noRecord = is.canRecord ? needsPicture : t('window.recordNotSupported')
  return (
    <div className="window-bar" role="toolbar" aria-label={t('window.label', { number: one.id + 1 })}>
      <BarButton
        label={is.paused ? t('window.play') : t('window.pause')}
        icon={is.paused ? <CaretRightOutlined /> : <PauseOutlined />}
        onClick={props.onPause}
      />
      <BarButton
        label={t('window.ptz')}
        icon={<PtzIcon />}
        why={is.steerable ? needsPicture : t('window.noPtz')}
        onClick={props.onPtz}
      />
      <BarButton
        label={t('window.snapshot')}
        icon={<CameraOutlined />}
        why={needsPicture}
        onClick={props.onSnapshot}
      />
      <BarButton
        label={is.recording ? t('window.recordStop') : t('window.record')}
        icon={<RecordIcon on={is.recording} />}
        why={is.recording ? '' : noRecord}
        pressed={is.recording}
        onClick={props.onRecord}
      />
      <BarButton
        label={one.muted ? t('window.unmute') : t('window.mute')}
        icon={one.muted ? <MutedIcon /> : <SoundOutlined />}
        why={is.hasAudio ? needsPicture : t('window.noAudio')}
        onClick={props.onMute}
      />
      <span className="bar-wide">
        <BarButton
          label={is.favourite ? t('window.favouriteRemove') : t('window.favouriteAdd')}
          icon={is.favourite ? <StarFilled /> : <StarOutlined />}
          pressed={is.favourite}
          onClick={() => props.onAction('favourite')}
        />
        <BarButton
          label={is.zoomed ? t('window.zoomReset') : t('window.zoom')}
          icon={<ZoomBoxIcon out={is.zoomed} />}
          why={needsPicture}
          onClick={() => props.onAction(is.zoomed ? 'zoomReset' : 'zoom')}
        />
        <button
          type="button"
          className="bar-stream"
          title={
            is.demoted ? t('window.demoted') : one.streamType === 'main' ? t('window.sub') : t('window.main')
          }
          onClick={() => props.onAction(one.streamType === 'main' ? 'sub' : 'main')}
        >
          {one.streamType === 'main' && !is.demoted ? t('window.mainShort') : t('window.subShort')}
        </button>
      </span>
      <span className="bar-gap" />
      <Dropdown
        trigger={['click']}
        placement="topRight"
        menu={windowMenu(t, one, is, props.onAction)}
        getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.video-wall') ?? document.body}
      >
        <button type="button" className="bar-button" aria-label={t('window.more')} title={t('window.more')}>
          <EllipsisOutlined />
        </button>
      </Dropdown>
      <BarButton label={t('window.stop')} icon={<CloseOutlined />} onClick={props.onStop} />
    </div>
  )
}

/** A button of the bar; `why` not empty disables it and says so. */
function BarButton(props: {
  label: string
  icon: ReactNode
  why?: string
  pressed?: boolean
  onClick: () => void
}) {
  const { label, icon, why = '', pressed, onClick } = props
  return (
    <button
      type="button"
      className="bar-button"
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={why !== '' || undefined}
      title={why === '' ? label : `${label}: ${why}`}
      onClick={why === '' ? onClick : undefined}
    >
      {icon}
    </button>
  )
}
