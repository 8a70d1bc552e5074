import { ArrowUpOutlined, ClearOutlined, CloseOutlined, ReadOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Tooltip } from 'antd'
import { memo } from 'react'
import { dialogs } from '../../components/dialog-bridge.tsx'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'
import { clearAlarms } from './alarm-feed.ts'
import { setDrawerOpen } from './alarm-view-store.ts'
import { MutedIcon, SoundIcon } from './muted-icon.tsx'

type Props = {
  /** How many are listed, of how many there are. */
  listed: number
  all: number
  unread: number
  filtering: boolean
  /** How many wait while the lines are held. */
  waiting: number
  onRelease: () => void
  onRead: () => void
  onCleared: () => void
}

/** Title of the live list, its count, and actions on all of it. */
export const AlarmDrawerHead = memo(function AlarmDrawerHead(props: Props) {
  const { listed, all, unread, filtering, waiting, onRelease, onRead, onCleared } = props
  const t = useText('liveAlarms')
  const sounding = useSettings((settings) => settings.alarmPromptTone)
  const soundSays = sounding ? t('drawer.mute') : t('drawer.unmute')
  const readSays = filtering ? t('drawer.readShown') : t('drawer.readAll')
  const askClear = () =>
    dialogs().confirm({
      title: t('drawer.clearAsk'),
      content: t('drawer.clearHint'),
      okText: t('drawer.clear'),
      onOk: () => {
        clearAlarms()
        onCleared()
      },
    })
  return (
    <header>
      <h2>{t('drawer.title')}</h2>
      {waiting === 0 ? (
        <span className="alarm-drawer-count">{filtering ? `${listed} / ${all}` : all}</span>
      ) : (
        <button type="button" className="alarm-drawer-waiting" onClick={onRelease}>
          <ArrowUpOutlined />
          {waiting >= LIMITS.liveAlarmCap
            ? t('drawer.waitingMany', { count: LIMITS.liveAlarmCap })
            : t('drawer.waiting', { count: waiting })}
        </button>
      )}
      <Tooltip title={soundSays}>
        <Button
          type="text"
          icon={sounding ? <SoundIcon size={15} /> : <MutedIcon size={15} />}
          aria-label={soundSays}
          aria-pressed={!sounding}
          onClick={() => setSetting('alarmPromptTone', !sounding)}
        />
      </Tooltip>
      <Tooltip title={unread === 0 ? t('drawer.allRead') : readSays}>
        <Button
          type="text"
          icon={<ReadOutlined />}
          disabled={unread === 0}
          aria-label={readSays}
          onClick={onRead}
        />
      </Tooltip>
      <Tooltip title={t('drawer.clear')}>
        <Button
          type="text"
          icon={<ClearOutlined />}
          disabled={all === 0}
          aria-label={t('drawer.clear')}
          onClick={askClear}
        />
      </Tooltip>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('drawer.close')}
        onClick={() => setDrawerOpen(false)}
      />
    </header>
  )
})
