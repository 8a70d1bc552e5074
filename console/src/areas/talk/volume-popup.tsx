import { SoundOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { VolumeSlider } from '../../components/volume-slider.tsx'
import { useText } from '../../language/language.ts'
import { useSettings } from '../../platform/settings-store.ts'

/** The volume of talk and of this browser's windows: 1 to 200 percent (stated). */
export function VolumePopup() {
  const t = useText('talk')
  const volume = useSettings((settings) => settings.speakerVolume)
  const says = t('volume.percent', { percent: volume })
  return (
    <Popover trigger="click" placement="top" content={<VolumeSlider label={t('volume.title')} />}>
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
