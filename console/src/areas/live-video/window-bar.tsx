import {
  AudioOutlined,
  CameraOutlined,
  CaretRightOutlined,
  CloseOutlined,
  EllipsisOutlined,
  HistoryOutlined,
  PauseOutlined,
  SoundOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useIsPhone } from '../../components/use-media-query.ts'
import { DewarpIcon } from '../../features/dewarp/icons.tsx'
import { PtzIcon } from '../../features/ptz/ptz-icon.tsx'
import { useText } from '../../language/language.ts'
import { useHasCapability } from '../../session/session-store.ts'
import { InstantIcon, MutedIcon, RecordIcon, ZoomBoxIcon } from './icons.tsx'
import { useMayNotReplay } from './past-facts.ts'
import { VolumeControl } from './volume-control.tsx'
import { screenWall, useThisWall } from './wall-store.ts'
import type { WallWindow } from './window-grid.ts'
import { type WindowAction, type WindowStanding, windowMenu } from './window-menu.tsx'

type WindowBarProps = {
  one: WallWindow
  is: WindowStanding
  onRecord: () => void
  onPtz: () => void
  onAction: (action: WindowAction) => void
}

/** The tools of one window, shown over its lower edge while it is hovered or focused. */
export function WindowBar({ one, is, onRecord, onPtz, onAction }: WindowBarProps) {
  const t = useText('video')
  const mayNot = useMayNotReplay()
  const layout = useThisWall().use(({ grid }) => grid.layout)
  const isPhone = useIsPhone()
  const may = {
    talk: useHasCapability('iot-video'),
    move: useThisWall() === screenWall && !isPhone,
    replay: mayNot === undefined,
  }
  const needsPicture = is.playing ? '' : t(is.past ? 'past.notLive' : 'window.notPlaying')
  const isStill = is.past ? is.past === 'paused' : is.paused
  const demoted = one.streamType === 'main' && is.stream === 'sub'
  return (
    <div className="window-bar" role="toolbar" aria-label={t('window.label', { number: one.id + 1 })}>
      <span className="bar-wide">
        <BarButton
          label={is.favourite ? t('window.favouriteRemove') : t('window.favouriteAdd')}
          icon={is.favourite ? <StarFilled /> : <StarOutlined />}
          pressed={is.favourite}
          onClick={() => onAction('favourite')}
        />
      </span>
      {is.fisheye ? (
        <BarButton
          label={t(is.dewarped ? 'dewarp.off' : 'dewarp.on')}
          icon={<DewarpIcon />}
          pressed={is.dewarped}
          onClick={() => onAction('dewarp')}
        />
      ) : (
        <BarButton
          label={t('window.ptz')}
          icon={<PtzIcon />}
          why={is.steerable ? needsPicture : t('window.noPtz')}
          onClick={onPtz}
        />
      )}
      {!is.dewarped && (
        <span className="bar-wide">
          <BarButton
            label={is.zoomed ? t('window.zoomReset') : t('window.zoom')}
            icon={<ZoomBoxIcon out={is.zoomed} />}
            why={is.zoomed ? '' : needsPicture}
            onClick={() => onAction(is.zoomed ? 'zoomReset' : 'zoom')}
          />
        </span>
      )}
      <BarButton
        label={t('past.instant')}
        icon={<InstantIcon />}
        why={mayNot ? t(mayNot) : ''}
        onClick={() => onAction('instant')}
      />
      <BarButton
        label={t('window.snapshot')}
        icon={<CameraOutlined />}
        why={is.past ? '' : needsPicture}
        onClick={() => onAction('snapshot')}
      />
      <BarButton
        label={is.recording ? t('window.recordStop') : t('window.record')}
        icon={<RecordIcon on={is.recording} />}
        why={is.recording ? '' : needsPicture}
        pressed={is.recording}
        onClick={onRecord}
      />
      <VolumeControl shown={!one.muted && is.playing}>
        <BarButton
          label={one.muted ? t('window.unmute') : t('window.mute')}
          icon={one.muted ? <MutedIcon /> : <SoundOutlined />}
          why={is.hasAudio ? needsPicture : t('window.noAudio')}
          onClick={() => onAction('mute')}
        />
      </VolumeControl>
      <span className="bar-wider">
        {may.talk && (
          <BarButton
            label={t(is.micOn ? 'window.talkEnd' : 'window.talk')}
            icon={<AudioOutlined />}
            pressed={is.micOn}
            onClick={() => onAction('talk')}
          />
        )}
        {may.replay && (
          <BarButton
            label={t('window.replay')}
            icon={<HistoryOutlined />}
            onClick={() => onAction('replay')}
          />
        )}
      </span>
      <span className="bar-wide">
        <button
          type="button"
          className="bar-stream"
          title={demoted ? t('window.demoted') : is.stream === 'main' ? t('window.sub') : t('window.main')}
          onClick={() => onAction(is.stream === 'main' ? 'sub' : 'main')}
        >
          {is.stream === 'main' ? t('window.mainShort') : t('window.subShort')}
        </button>
      </span>
      <span className="bar-gap" />
      <BarButton
        label={isStill ? t('window.play') : t('window.pause')}
        icon={isStill ? <CaretRightOutlined /> : <PauseOutlined />}
        onClick={() => onAction('pause')}
      />
      <Dropdown
        trigger={['click']}
        placement="topRight"
        menu={windowMenu(t, one, is, may, layout, onAction)}
        getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.video-wall') ?? document.body}
      >
        <button type="button" className="bar-button" aria-label={t('window.more')} title={t('window.more')}>
          <EllipsisOutlined />
        </button>
      </Dropdown>
      <BarButton label={t('window.stop')} icon={<CloseOutlined />} onClick={() => onAction('stop')} />
    </div>
  )
}

/** A button of the bar; `why` not empty disables it and is its tooltip. */
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
