import { SoundOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Popover, Slider } from 'antd'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'

/** The volume of talk and of this browser's windows: 1 to 200 percent (stated). */
export function VolumePopup() {
  const t = useText('talk')
  const volume = useSettings((settings) => settings.speakerVolume)
  const says = t('volume.percent', { percent: volume })
  return (
    <Popover
      trigger="click"
      placement="top"
      content={
        <div className="talk-volume">
          <Slider
            vertical
            min={1}
            max={LIMITS.volumeMaxPercent}
            marks={{ 100: ' ' }}
            value={volume}
            ariaLabelForHandle={t('volume.title')}
            tooltip={{ formatter: null }}
            onChange={(percent) => setSetting('speakerVolume', percent)}
          />
          <output>{says}</output>
        </div>
      }
    >
      <Button
        size="small"
        type="text"
        icon={<SoundOutlined />}
        aria-label={`${t('volume.title')}: ${says}`}
        title={`${t('volume.title')}: ${says}`}
      />
    </Popover>
  )
}
